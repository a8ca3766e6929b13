// The second call says what the first one has said.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("blur");
  var i("i", 0, 14);
  placeholder A("A", {16}), B("B", {16});
  compute s("s", {i}, B(i) = A(i) + A(i + 1) + A(i + 2));
  s.reuse_at(A, i);
  s.reuse_at(A, i);
  codegen();
}
