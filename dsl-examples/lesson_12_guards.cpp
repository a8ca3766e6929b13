// Lesson 12: guards, or statements that run in some iterations only.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("lesson_12");
  const int N = 32;
  var i("i", 0, N), j("j", 0, N);
  placeholder A("A", {N, N}, p_float32), band("band", {N, N}, p_float32), coarse("coarse", {N / 2, N / 2}, p_float32);

  // A guard is part of the program: only the iterations for which it holds are executed. Several calls must all hold.
  compute diagonals("diagonals", {i, j}, A(i, j) * 2, band(i, j));
  diagonals.where(i - j <= 2).where(j - i <= 2);
  // The guard became the loop's bounds, for j from max(0, i - 2) to min(32, i + 3): no iteration is wasted.
  diagonals.pipeline(j, 1);

  // In guards and indices / and % round down. Every second row and column goes to half the place, and because the
  // guard is exact, the library knows that no index leaves its array.
  compute sample("sample", {i, j}, A(i, j), coarse(i / 2, j / 2));
  sample.where(i % 2 == 0 && j % 2 == 0);
  sample.pipeline(j, 1);

  // A guard on one statement of a shared loop leaves the other one alone: the first column starts each sum.
  placeholder sum("sum", {N}, p_float32);
  compute start("start", {i, j}, 0, sum(i));
  compute add("add", {i, j}, sum(i) + A(i, j), sum(i));
  add.after(start, j);
  start.where(j == 0);
  codegen();
}
