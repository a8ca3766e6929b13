// Both statements share i, which has one initiation interval.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("pair");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32), B("B", {8}, p_float32);
  compute first("first", {i}, A(i) * 2, A(i));
  compute second("second", {i}, A(i) + 1, B(i));
  second.after(first, i);
  first.pipeline(i, 1);
  second.pipeline(i, 2);
  codegen();
}
