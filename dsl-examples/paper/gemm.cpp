// GEMM: C = beta * C + alpha * A * B.
#include "arguments.hpp"
using namespace pom;

int main(int argc, char** argv) {
  const Arguments arguments = read_arguments("gemm", argc, argv);
  const int N = arguments.size;

  init("gemm");
  var i("i", 0, N), j("j", 0, N), k("k", 0, N);
  placeholder A("A", {N, N}, p_float32), B("B", {N, N}, p_float32), C("C", {N, N}, p_float32);
  constant alpha(1.5, p_float32), beta(1.2, p_float32);

  compute scale("scale", {i, j}, C(i, j) * beta, C(i, j));
  compute update("update", {i, j, k}, C(i, j) + alpha * A(i, k) * B(k, j), C(i, j));
  update.after(scale, j);  // both stand in the same loops i and j

  if (arguments.mode == Mode::scheduled) {
    var i0("i0"), j0("j0"), i1("i1"), j1("j1");
    // k outermost: no iteration of the inner loops waits for another one's sum. That needs loops of its own.
    update.interchange(i, k);
    update.interchange(j, i);
    update.after(scale, -1);
    update.tile(i, j, 4, 4, i0, j0, i1, j1);
    update.pipeline(j0, 1);
    update.unroll(i1, 4);
    update.unroll(j1, 4);
    scale.pipeline(j, 1);
    C.partition({4, 4}, "cyclic");
    A.partition({4, 1}, "cyclic");
    B.partition({1, 4}, "cyclic");
  }
  compile_program("gemm", arguments);
}
