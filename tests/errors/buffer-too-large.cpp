// Tiles of two megabytes on a chip with half of one.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("add");
  const int N = 4096;
  var i("i", 0, N), j("j", 0, N), i0("i0"), i1("i1");
  placeholder A("A", {N, N}), B("B", {N, N});
  compute s("s", {i, j}, B(i, j) += A(i, j));
  A.interface("m_axi", "gmem0");
  B.interface("m_axi", "gmem1");
  s.split(i, 128, i0, i1);
  A.buffer_at(s, i0);
  B.buffer_at(s, i1);
  s.pipeline(j, 1);
  codegen();
}
