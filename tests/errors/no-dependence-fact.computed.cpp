// Two bytes in a row may be equal: nothing keeps the iterations of a histogram apart.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("histogram");
  var i("i", 0, 64);
  placeholder x("x", {64}, p_uint(4)), h("h", {16}, p_int32);
  compute count("count", {i}, h(x(i)) + 1, h(x(i)));
  count.dependence(i, h);
  count.pipeline(i, 1);
  codegen();
}
