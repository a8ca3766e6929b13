// Of two values at once an element keeps neither.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("swap");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_int32), B("B", {8}, p_int32);
  simultaneous s("s", {i}, {{A(i), B(i)}, {B(i), A(i)}, {A(i), A(i) + 1}});
  codegen();
}
