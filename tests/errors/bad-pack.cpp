// Rows that are no whole words.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scale");
  var i("i", 0, 8), j("j", 0, 20);
  placeholder A("A", {8, 20}), B("B", {8, 20});
  compute s("s", {i, j}, B(i, j) = A(i, j) * 2);
  A.interface("m_axi", "gmem");
  A.buffer();
  A.pack(16);
  codegen();
}
