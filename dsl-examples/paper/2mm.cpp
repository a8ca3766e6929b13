// 2MM: T = alpha * A * B, then D = T * C + beta * D.
#include "arguments.hpp"
using namespace pom;

int main(int argc, char** argv) {
  const Arguments arguments = read_arguments("2mm", argc, argv);
  const int N = arguments.size;

  init("mm2");  // a C++ identifier
  var i("i", 0, N), j("j", 0, N), k("k", 0, N);
  placeholder A("A", {N, N}, p_float32), B("B", {N, N}, p_float32), C("C", {N, N}, p_float32);
  placeholder D("D", {N, N}, p_float32), T("T", {N, N}, p_float32);
  constant alpha(1.5, p_float32), beta(1.2, p_float32);

  compute clear("clear", {i, j}, 0, T(i, j));
  compute first("first", {i, j, k}, T(i, j) + alpha * A(i, k) * B(k, j), T(i, j));
  compute scale("scale", {i, j}, D(i, j) * beta, D(i, j));
  compute second("second", {i, j, k}, D(i, j) + T(i, k) * C(k, j), D(i, j));
  first.after(clear, j);
  second.after(scale, j);

  if (arguments.mode == Mode::scheduled) {
    var i0("i0"), j0("j0"), k0("k0"), i1("i1"), j1("j1"), k1("k1");
    first.interchange(i, k);
    first.interchange(j, i);
    first.after(clear, -1);
    second.interchange(i, k);
    second.interchange(j, i);
    second.after(scale, -1);
    // The paper's tile sizes: one step of k, 2 x 8 results at a time.
    first.tile(k, i, j, 1, 2, 8, k0, i0, j0, k1, i1, j1);
    second.tile(k, i, j, 1, 2, 8, k0, i0, j0, k1, i1, j1);
    for (compute* product : {&first, &second}) {
      product->pipeline(j0, 1);
      product->unroll(i1, 2);
      product->unroll(j1, 8);
    }
    clear.pipeline(j, 1);
    scale.pipeline(j, 1);
    A.partition({2, 1}, "cyclic");
    B.partition({1, 8}, "cyclic");
    C.partition({1, 8}, "cyclic");
    D.partition({2, 8}, "cyclic");
    T.partition({2, 8}, "cyclic");
  }
  compile_program("2mm", arguments);
}
