// expected: write pow without std::
#include <cmath>

#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("power");
  var i("i", 0, 8);
  placeholder x("x", {8}), y("y", {8});
  compute s("s", {i}, std::pow(x(i) + 1, 3), y(i));
  codegen();
}
