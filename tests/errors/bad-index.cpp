// An index is an integer.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("gather");
  var i("i", 0, 16);
  placeholder x("x", {16}, p_float32), T("T", {100}, p_float32), y("y", {16}, p_float32);
  compute s("s", {i}, T(x(i)), y(i));
  codegen();
}
