// Both statements share i. Split in the second one only, its strips count along the first one's elements, and run too early.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("pair");
  var i("i", 0, 8), i0("i0"), i1("i1");
  placeholder A("A", {8}, p_float32), B("B", {8}, p_float32);
  compute first("first", {i}, A(i) * 2, A(i));
  compute second("second", {i}, A(i) + 1, B(i));
  second.after(first, i);
  second.split(i, 4, i0, i1);
  codegen();
}
