// A whole matrix of 64 MiB on a chip with half of one.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("add");
  const int N = 4096;
  var i("i", 0, N), j("j", 0, N);
  placeholder A("A", {N, N}), B("B", {N, N});
  compute s("s", {i, j}, B(i, j) = A(i, j));
  A.interface("m_axi", "gmem0");
  A.buffer();
  codegen();
}
