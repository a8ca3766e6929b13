// Lesson 2: a matrix product as written (the paper's Fig. 4).
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("lesson_02");
  // The iterators
  var i("i", 0, 32), j("j", 0, 32), k("k", 0, 32);
  // The arrays
  placeholder A("A", {32, 32}, p_float32);
  placeholder B("B", {32, 32}, p_float32);
  placeholder C("C", {32, 32}, p_float32);

  // A[i][j] += B[i][k] * C[k][j]. An element is written A(i, j) or A[i][j]. The order of the loops is the order of the
  // list: k is outermost here, so that the inner loops i and j never wait for their own sum.
  compute s("s", {k, i, j}, A(i, j) + B[i][k] * C[k][j], A(i, j));
  codegen();
}
