// A matrix product, described, scheduled and compiled: the paper's Fig. 4 to 6.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("gemm");
  var i("i", 0, 32), j("j", 0, 32), k("k", 0, 32);
  placeholder A("A", {32, 32}, p_float32), B("B", {32, 32}, p_float32), C("C", {32, 32}, p_float32);
  compute s("s", {k, i, j}, A(i, j) + B(i, k) * C(k, j), A(i, j));

  var i0("i0"), j0("j0"), i1("i1"), j1("j1");
  s.tile(i, j, 4, 4, i0, j0, i1, j1);
  s.pipeline(j0, 1);
  s.unroll(i1, 4);
  s.unroll(j1, 4);
  A.partition({4, 4}, "cyclic");
  codegen();
}
