// Jacobi-2d: the mean of a point and its four neighbours from A to B and back, N times.
#include "arguments.hpp"
using namespace pom;

namespace {

expr cross(const placeholder& grid, const var& i, const var& j) {
  return grid(i + 1, j + 1) + grid(i + 1, j) + grid(i + 1, j + 2) + grid(i + 2, j + 1) + grid(i, j + 1);
}

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = read_arguments("jacobi2d", argc, argv);
  const int N = arguments.size;

  init("jacobi2d");
  var t("t", 0, N), i("i", 0, N - 2), j("j", 0, N - 2);
  placeholder A("A", {N, N}, p_float32), B("B", {N, N}, p_float32);
  constant fifth(0.2, p_float32);

  compute there("there", {t, i, j}, cross(A, i, j) * fifth, B(i + 1, j + 1));
  compute back("back", {t, i, j}, cross(B, i, j) * fifth, A(i + 1, j + 1));
  back.after(there, t);  // both in every time step

  if (arguments.mode == Mode::scheduled) {
    var i0("i0"), j0("j0"), i1("i1"), j1("j1");
    for (compute* half : {&there, &back}) {
      half->tile(i, j, 2, 2, i0, j0, i1, j1);
      half->pipeline(j0, 1);
      half->unroll(i1, 2);
      half->unroll(j1, 2);
    }
    A.partition({2, 2}, "cyclic");
    B.partition({2, 2}, "block");
  }
  compile_program("jacobi2d", arguments);
}
