// Lesson 6: after, or which loops are shared and who comes first (the paper's Fig. 9).
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("lesson_06");
  var t("t", 0, 32), i("i", 0, 32);
  placeholder M("M", {32}, p_float32), N("N", {32}, p_float32), K("K", {32}, p_float32);
  constant temp("temp"), alpha("alpha");

  compute S1("S1", {t, i}, temp, M(i));
  compute S2("S2", {t, i}, M(i) * alpha, N(i));
  compute S3("S3", {i, t}, K(i) + N(i), K(i));

  // Before the first transformation, `after` is part of the program: in every step t, S1's loop i runs and then S2's.
  S2.after(S1, t);
  // -1: no shared loop. S3 runs when the others are done.
  S3.after(S1, -1);

  // From here on there are transformations, and `after` would be one as well: it would move S2 or S3, if no dependence
  // forbids it.
  var i0("i0"), t0("t0"), i1("i1"), t1("t1");
  S3.interchange(i, t);
  S1.tile(t, i, 1, 8, t0, i0, t1, i1);

  S3.pipeline(i, 1);
  S1.unroll(i1, -1);  // -1: completely
  codegen();
}
