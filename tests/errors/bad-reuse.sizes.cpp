// How many lines a window has is known where the sizes are.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("blur");
  parameter N("N", 3, 64);
  var y("y", 0, N - 2), x("x", 0, N - 2);
  placeholder A("A", {N, N}), B("B", {N, N});
  compute s("s", {y, x}, B(y, x) = A(y, x) + A(y + 2, x + 2));
  s.reuse_at(A, y);
  codegen();
}
