// All iterations of the inner loop are one iteration of the pipelined one.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("blur");
  var y("y", 0, 30), x("x", 0, 30);
  placeholder A("A", {32, 32}), B("B", {30, 30});
  compute s("s", {y, x}, B(y, x) = A(y, x) + A(y + 2, x + 2));
  s.pipeline(y, 1);
  s.reuse_at(A, x);
  codegen();
}
