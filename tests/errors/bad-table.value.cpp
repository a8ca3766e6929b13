// Every number of a table fits into the element type.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("gamma_kernel");
  var i("i", 0, 16);
  placeholder x("x", {16}, p_uint(2)), T("T", {2, 2}, p_uint8), y("y", {16}, p_uint8);
  T.values({{0, 85}, {170, 256}});
  compute s("s", {i}, T(x(i) >> 1, x(i) & 1), y(i));
  codegen();
}
