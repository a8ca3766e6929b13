// What the function returns has no argument of its own.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("total");
  var i("i", 0, 16);
  placeholder x("x", {16}, p_int32);
  scalar sum("sum", p_int32);
  sum.output();
  sum.returned();
  compute add("add", {i}, sum += x(i));
  codegen();
}
