// Jacobi-1d, the paper's Fig. 16: the mean of three neighbours from A to B and back, N times.
#include "arguments.hpp"
using namespace pom;

int main(int argc, char** argv) {
  const Arguments arguments = read_arguments("jacobi", argc, argv);
  const int N = arguments.size;

  init("jacobi");
  var t("t", 0, N), i("i", 0, N - 2);
  placeholder A("A", {N}, p_float32), B("B", {N}, p_float32);
  constant third(0.33333, p_float32);

  compute there("there", {t, i}, third * (A(i) + A(i + 1) + A(i + 2)), B(i + 1));
  compute back("back", {t, i}, third * (B(i) + B(i + 1) + B(i + 2)), A(i + 1));
  back.after(there, t);  // both in every time step

  if (arguments.mode == Mode::scheduled) {
    var t0("t0"), i0("i0"), t1("t1"), i1("i1");
    for (compute* half : {&there, &back}) {
      half->tile(t, i, 1, 2, t0, i0, t1, i1);
      half->pipeline(i0, 1);
      half->unroll(i1, 2);
    }
    A.partition({4}, "cyclic");
    B.partition({4}, "cyclic");
  }
  compile_program("jacobi", arguments);
}
