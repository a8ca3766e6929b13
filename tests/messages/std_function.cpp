// expected: write sin without std::
#include <cmath>

#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("wave");
  var i("i", 0, 8);
  placeholder x("x", {8}), y("y", {8});
  compute s("s", {i}, std::sin(x(i)), y(i));
  codegen();
}
