// A table has as many numbers as elements.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("filter");
  var i("i", 0, 16), k("k", 0, 4);
  placeholder x("x", {19}, p_int16), c("c", {4}, p_int16), y("y", {16}, p_int32);
  c.values({-1, 9, 9});
  compute s("s", {i, k}, y(i) + x(i + k) * c(k), y(i));
  codegen();
}
