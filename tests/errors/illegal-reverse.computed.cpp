// Two iterations of a histogram may meet in one element.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("histogram");
  var i("i", 0, 64);
  placeholder x("x", {64}, p_uint(4)), last("last", {16}, p_int32);
  compute s("s", {i}, i, last(x(i)));
  s.reverse(i);
  codegen();
}
