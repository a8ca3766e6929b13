// A range has at least one number.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("gather");
  var i("i", 0, 16);
  placeholder x("x", {16}, p_uint8), T("T", {100}, p_float32), y("y", {16}, p_float32);
  x.assume(99, 0);
  compute s("s", {i}, T(x(i) % 100), y(i));
  codegen();
}
