// The schedule has begun, but no loop is transformed yet: this "after" changes what the program means.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("pair");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32), B("B", {8}, p_float32);
  compute first("first", {i}, A(i) * 2, A(i));
  compute second("second", {i}, A(i) + 1, B(i));
  first.pipeline(i);
  second.after(first, i);
  second.unroll(i, 0);
  codegen();
}
