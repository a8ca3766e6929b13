// GEMM whose matrices lie behind a bus, on a quarter of a chip: auto_DSE finds the tiles that stay on it.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  constexpr int N = 128;
  init("gemm_bus");
  var i("i", 0, N), j("j", 0, N), k("k", 0, N);
  placeholder A("A", {N, N}), B("B", {N, N}), C("C", {N, N});
  compute update("update", {i, j, k}, C(i, j) += A(i, k) * B(k, j));
  A.interface("m_axi", "gmem_a");
  B.interface("m_axi", "gmem_b");
  C.interface("m_axi", "gmem_c");
  DseOptions options;
  options.path = "out/gemm_bus";
  options.bram = 0.25;
  options.seconds = 600;  // on any machine it ends by itself
  auto_DSE(options);
}
