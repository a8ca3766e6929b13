// Tiles that begin inside of a word.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("scale");
  var i("i", 0, 60), i0("i0"), i1("i1");
  placeholder A("A", {64}), B("B", {64});
  compute s("s", {i}, B(i) = A(i) * 2);
  s.split(i, 10, i0, i1);
  A.interface("m_axi", "gmem");
  A.buffer_at(s, i0);
  A.pack(16);
  codegen();
}
