// How many lines a window has is known where the sizes are: of the loops, and of the array.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("blur");
  parameter N("N", 3, 64);
  var y("y", 0, N - 2), x("x", 0, N - 2), i("i", 0, 3), j("j", 0, 2);
  placeholder A("A", {N, N}), B("B", {N, N}), C("C", {64, 64}), D("D", {64, 64});
  compute s("s", {y, x}, B(y, x) = C(y, x) + C(y + 2, x + 2));
  compute t("t", {i, j}, D(i, j) = A(0, j) + A(0, j + 1));
  s.reuse_at(C, y);
  t.reuse_at(A, j);
  codegen();
}
