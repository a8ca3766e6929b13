// The ends of a range are finite; without a promise an element may be anything.
#include <cmath>

#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scale");
  var i("i", 0, 16);
  placeholder x("x", {16}, p_float32), y("y", {16}, p_float32);
  x.assume(-100, INFINITY);
  compute s("s", {i}, y(i) = x(i) * 2);
  codegen();
}
