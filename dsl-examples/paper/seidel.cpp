// Seidel-2d: each point becomes the mean of its neighbourhood of nine, in place, N times.
#include "arguments.hpp"
using namespace pom;

int main(int argc, char** argv) {
  const Arguments arguments = read_arguments("seidel", argc, argv);
  const int N = arguments.size;

  init("seidel");
  var t("t", 0, N), i("i", 1, N - 1), j("j", 1, N - 1);
  placeholder A("A", {N, N}, p_float32);

  compute s("s", {t, i, j},
            (A(i - 1, j - 1) + A(i - 1, j) + A(i - 1, j + 1) + A(i, j - 1) + A(i, j) + A(i, j + 1) + A(i + 1, j - 1) +
             A(i + 1, j) + A(i + 1, j + 1)) /
                9,
            A(i, j));

  if (arguments.mode == Mode::scheduled) {
    // A point needs its left neighbour and the whole row above: distances (0,1), (1,-1), (1,0), (1,1) in i and j.
    // With w = 2i + j they become (0,1), (1,1), (1,2), (1,3): w carries all of them and may go outside.
    var i2("i2"), w("w");
    s.skew(i, j, 2, 1, i2, w);
    s.interchange(i2, w);
    s.pipeline(i2, 1);  // one wavefront: no iteration waits for another one
    A.partition({4, 2}, "cyclic");
  }
  compile_program("seidel", arguments);
}
