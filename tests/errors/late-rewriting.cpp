// The loop that is pipelined would not be there any more.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("dot");
  var k("k", 0, 64);
  placeholder x("x", {64}, p_int32), y("y", {64}, p_int32);
  scalar sum("sum", p_int32);
  sum.output();
  compute clear("clear", {}, sum = 0);
  compute add("add", {k}, sum += x(k) * y(k));
  add.pipeline(k, 1);
  add.rfactor(k, 8);
  codegen();
}
