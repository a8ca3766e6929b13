// Fixed point and floating point have no common type.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("mixed");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_fixed(16, 8)), B("B", {8}, p_float32);
  compute s("s", {i}, A(i) * B(i), B(i));
  codegen();
}
