// A guard is decided by the loops alone, not by what an array holds.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("masked");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32), mask("mask", {8}, p_int32);
  compute s("s", {i}, A(i) * 2, A(i));
  s.where(mask(i) > 0);
  codegen();
}
