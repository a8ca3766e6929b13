// BICG, the paper's Fig. 2: s = transpose(A) * r and q = A * p in one pass over A.
#include "arguments.hpp"
using namespace pom;

int main(int argc, char** argv) {
  const Arguments arguments = read_arguments("bicg", argc, argv);
  const int N = arguments.size;

  init("bicg");
  var i("i", 0, N), j("j", 0, N);
  placeholder A("A", {N, N}, p_float32);
  placeholder s("s", {N}, p_float32), r("r", {N}, p_float32), q("q", {N}, p_float32), p("p", {N}, p_float32);

  compute S1("S1", {i, j}, s(j) + A(i, j) * r(i), s(j));
  compute S2("S2", {i, j}, q(i) + A(i, j) * p(j), q(i));
  S2.after(S1, j);

  if (arguments.mode == Mode::scheduled) {
    // Fig. 10: S1 sums along i, S2 along j. With S2's loops interchanged both sums run along the outer loop, and the
    // inner one is free.
    var j0("j0"), j1("j1"), i0("i0"), i1("i1");
    S2.interchange(i, j);
    S1.split(j, 8, j0, j1);
    S2.split(i, 8, i0, i1);
    S2.after(S1, j1);  // the same statement order inside the strip
    S1.pipeline(j0, 1);
    S1.unroll(j1, 8);
    S2.unroll(i1, 8);
    s.partition({8}, "cyclic");
    q.partition({8}, "cyclic");
    A.partition({8, 8}, "cyclic");
  }
  compile_program("bicg", arguments);
}
