// Split in one of two statements, the loop would not be theirs any more.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("pair");
  var k("k", 0, 64);
  placeholder x("x", {64}, p_int32), y("y", {64}, p_int32);
  scalar sum("sum", p_int32);
  sum.output();
  compute clear("clear", {}, sum = 0);
  compute add("add", {k}, sum += x(k));
  compute twice("twice", {k}, y(k) = 2 * x(k));
  twice.after(add, k);
  add.split(k, 8);
  add.rfactor(1, 8);
  codegen();
}
