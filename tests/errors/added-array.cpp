// The partial sums are not there when the program is written down.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("dot");
  var k("k", 0, 64);
  placeholder x("x", {64}, p_int32), y("y", {1}, p_int32);
  compute add("add", {k}, y(0) += x(k));
  const auto [p, p_init, p_combine] = add.rfactor(k, 8);
  compute first("first", {}, y(0) = p(0));
  codegen();
}
