// Lesson 9: domains that are no rectangles.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("lesson_09");
  const int N = 32;
  // The bounds of a loop may be affine expressions of the loops outside it.
  var i("i", 0, N), j("j", 0, i + 1), k("k", j, N);
  placeholder A("A", {N, N}, p_float32), B("B", {N, N}, p_float32), L("L", {N, N}, p_float32);

  compute clear("clear", {i, j}, 0, L(i, j));
  // The lower triangle only: j ≤ i, and of each sum the terms from k = j on.
  compute product("product", {i, j, k}, L(i, j) + A(i, k) * B(k, j), L(i, j));

  // Interchanged, the loops' bounds change with them: for j, for i from j to N.
  product.interchange(i, j);
  clear.pipeline(j, 1);
  product.pipeline(k, 1);
  codegen();
}
