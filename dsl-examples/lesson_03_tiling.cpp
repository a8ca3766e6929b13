// Lesson 3: a loop transformation (the paper's Fig. 5).
//
// The algorithm stays as it was; the schedule says in which order its iterations run.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("lesson_03");
  var i("i", 0, 32), j("j", 0, 32), k("k", 0, 32);
  placeholder A("A", {32, 32}, p_float32), B("B", {32, 32}, p_float32), C("C", {32, 32}, p_float32);
  compute s("s", {k, i, j}, A(i, j) + B(i, k) * C(k, j), A(i, j));

  // Tile the loops i and j by 4 and 4:
  //   for k, for i, for j   →   for k, for i0, for j0, for i1 < 4, for j1 < 4      with i = 4 i0 + i1, j = 4 j0 + j1
  // i and j are gone then; the four new loops have the names given here.
  var i0("i0"), j0("j0"), i1("i1"), j1("j1");
  s.tile(i, j, 4, 4, i0, j0, i1, j1);

  // A schedule can make the hardware better or worse, never wrong: one that breaks a dependence is refused, at its
  // line.
  codegen();
}
