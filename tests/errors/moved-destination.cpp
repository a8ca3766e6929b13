// Whichever is stored first moves the other.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("chase");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_int32), B("B", {8}, p_int32), x("x", {8}, p_int32);
  simultaneous s("s", {i}, {{A(B(0) & 7), x(i)}, {B(A(0) & 7), x(i)}});
  codegen();
}
