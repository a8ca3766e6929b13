// A port that is no bus.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scale");
  var i("i", 0, 64);
  placeholder A("A", {64}), B("B", {64});
  compute s("s", {i}, B(i) = A(i) * 2);
  A.buffer();
  A.pack(16);
  codegen();
}
