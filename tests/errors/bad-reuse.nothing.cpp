// Each element is read by one iteration only.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scale");
  var i("i", 0, 16);
  placeholder A("A", {32}), B("B", {16});
  compute s("s", {i}, B(i) = A(2 * i) + A(2 * i + 1));
  s.reuse_at(A, i);
  codegen();
}
