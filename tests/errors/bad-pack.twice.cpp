// Words of two widths.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scale");
  var i("i", 0, 64);
  placeholder A("A", {64}), B("B", {64});
  compute s("s", {i}, B(i) = A(i) * 2);
  A.interface("m_axi", "gmem");
  A.buffer();
  A.pack(16);
  A.pack(8);
  codegen();
}
