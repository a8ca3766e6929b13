// Floats in another order give another sum.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("dot");
  var k("k", 0, 64);
  placeholder x("x", {64}), y("y", {64});
  scalar sum("sum");
  sum.output();
  compute clear("clear", {}, sum = 0);
  compute add("add", {k}, sum += x(k) * y(k));
  add.rfactor(k, 8);
  codegen();
}
