// A result goes to an element of an array, not to a scalar.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scaling");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32);
  constant sum("sum");
  compute s("s", {i}, sum + A(i), sum);
  codegen();
}
