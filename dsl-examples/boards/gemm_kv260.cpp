// A matrix product for the Kria KV260. The matrices lie in the board's DDR and come over three ports; each is copied
// into the chip once, in bursts, and the result is copied back. The host program that this writes has run before you
// see it: against the kernel, compiled for this machine, with XRT emulated.
//
// For another board write its name below, or behind the program: the chip, the clock, the ports and all files follow.
#include <pom/pom.hpp>
using namespace pom;

int main(int argc, char** argv) {
  init("gemm");
  const int N = 64;
  placeholder A("A", {N, N}, p_float32), B("B", {N, N}, p_float32), C("C", {N, N}, p_float32);
  constant alpha("alpha", p_float32);

  // The matrices as the chip has them.
  placeholder a("a", {N, N}, p_float32), b("b", {N, N}, p_float32), c("c", {N, N}, p_float32);
  a.local();
  b.local();
  c.local();

  var i("i", 0, N), j("j", 0, N), k("k", 0, N);
  compute load_a("load_a", {i, j}, A(i, j), a(i, j));
  compute load_b("load_b", {i, j}, alpha * B(i, j), b(i, j));
  compute load_c("load_c", {i, j}, C(i, j), c(i, j));
  compute product("product", {k, i, j}, c(i, j) + a(i, k) * b(k, j), c(i, j));
  compute store_c("store_c", {i, j}, c(i, j), C(i, j));

  // A loop over all elements in the order of their addresses, one in each cycle: the tool makes one burst of it.
  for (compute* copy : {&load_a, &load_b, &load_c, &store_c}) copy->pipeline(j, 1);

  // 16 products in each cycle.
  var j0("j0"), j1("j1");
  product.split(j, 16, j0, j1);
  product.pipeline(j0, 1);
  product.unroll(j1, -1);
  b.partition({1, 16}, "cyclic");
  c.partition({1, 16}, "cyclic");

  // Each matrix has a port of the chip for itself.
  A.interface("m_axi", "gmem_a");
  B.interface("m_axi", "gmem_b");
  C.interface("m_axi", "gmem_c");

  CompileOptions options;
  options.board = argc > 1 ? argv[1] : "kv260";
  codegen(options);
}
