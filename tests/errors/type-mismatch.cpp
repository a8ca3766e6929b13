// A float stored in an integer array would silently lose its fraction.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("rounding");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32), B("B", {8}, p_int16);
  compute s("s", {i}, A(i) * 2, B(i));
  codegen();
}
