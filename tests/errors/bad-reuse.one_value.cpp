// One value is in a register anyhow.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scale");
  var i("i", 0, 16);
  placeholder A("A", {16}), f("f", std::vector<int>{}), B("B", {16});
  compute s("s", {i}, B(i) = A(i) * f());
  s.reuse_at(f, i);
  codegen();
}
