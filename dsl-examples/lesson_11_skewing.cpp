// Lesson 11: skewing, or how to find parallelism where every loop carries a dependence.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("lesson_11");
  const int T = 8, N = 20;
  var t("t", 0, T), i("i", 1, N - 1), j("j", 1, N - 1);
  placeholder A("A", {N, N}, p_float32);

  // Seidel's method works in place: a point uses the new values above and to the left, the old ones below and to the
  // right.
  compute s("s", {t, i, j},
            (A(i - 1, j - 1) + A(i - 1, j) + A(i - 1, j + 1) + A(i, j - 1) + A(i, j) + A(i, j + 1) + A(i + 1, j - 1) +
             A(i + 1, j) + A(i + 1, j + 1)) /
                9,
            A(i, j));

  // Within one step, (i, j) needs (i, j-1), (i-1, j+1), (i-1, j) and (i-1, j-1): distances (0,1), (1,-1), (1,0), (1,1).
  // s.interchange(i, j) is refused: it would turn (1,-1) into (-1,1), the past would need the future.
  //
  // skew(i, j, 2, 1, i2, w) replaces j by w = 2i + j. The distances become (0,1), (1,1), (1,2), (1,3): all go forward
  // in w.
  var i2("i2"), w("w");
  s.skew(i, j, 2, 1, i2, w);

  // So w can go outside. Points with the same w lie on one wavefront and do not need each other: the loop i2 inside is
  // free. Its bounds depend on w, as the wavefronts cut the corners of the grid.
  s.interchange(i2, w);
  s.pipeline(i2, 1);
  codegen();
}
