// A statement that accesses single elements of words.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scale");
  var i("i", 0, 8), j("j", 0, 32);
  placeholder A("A", {8, 32}), B("B", {8, 32});
  compute s("s", {i, j}, B(i, j) = A(i, j) * 2);
  A.interface("m_axi", "gmem");
  A.pack(16);
  codegen();
}
