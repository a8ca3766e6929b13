// Lesson 7: a stencil in time (the paper's Fig. 16).
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("lesson_07");
  const int T = 16, N = 64;
  var t("t", 0, T), i("i", 0, N - 2);
  placeholder A("A", {N}, p_float32), B("B", {N}, p_float32);
  constant factor(0.33333);

  compute s_1("s_1", {t, i}, factor * (A(i) + A(i + 1) + A(i + 2)), B(i + 1));
  compute s_2("s_2", {t, i}, factor * (B(i) + B(i + 1) + B(i + 2)), A(i + 1));
  s_2.after(s_1, t);  // both in every time step; without this line s_1 would run all of its steps first

  // A factor of 1 leaves a loop as it is: t0 is t.
  var t0("t0"), i0("i0"), t1("t1"), i1("i1");
  s_1.tile(t, i, 1, 2, t0, i0, t1, i1);
  s_2.tile(t, i, 1, 2, t0, i0, t1, i1);
  s_1.pipeline(i0, 1);
  s_2.pipeline(i0, 1);
  s_1.unroll(i1, 2);
  s_2.unroll(i1, 2);
  A.partition({4}, "cyclic");
  B.partition({4}, "cyclic");
  codegen();
}
