// Heat-1d: A is an eighth of the second difference of B, and becomes the next B; N steps.
#include "arguments.hpp"
using namespace pom;

int main(int argc, char** argv) {
  const Arguments arguments = read_arguments("heat", argc, argv);
  const int N = arguments.size;

  init("heat");
  var t("t", 0, N), i("i", 0, N - 2);
  placeholder A("A", {N}, p_float32), B("B", {N}, p_float32);
  constant two(2.0, p_float32), eighth(0.125, p_float32);

  compute diffuse("diffuse", {t, i}, (B(i) - two * B(i + 1) + B(i + 2)) * eighth, A(i + 1));
  compute copy("copy", {t, i}, A(i + 1), B(i + 1));
  copy.after(diffuse, t);

  if (arguments.mode == Mode::scheduled) {
    var i0("i0"), i1("i1");
    diffuse.split(i, 2, i0, i1).pipeline(i0, 1).unroll(i1, 2);
    copy.split(i, 2, i0, i1).pipeline(i0, 1).unroll(i1, 2);
    A.partition({2}, "cyclic");
    B.partition({2}, "cyclic");
  }
  compile_program("heat", arguments);
}
