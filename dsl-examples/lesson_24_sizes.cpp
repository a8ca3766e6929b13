// Lesson 24: sizes that only the caller knows.
//
// A parameter is an integer argument of the generated function with a range that its caller promises. Bounds of loops,
// guards, indices and extents speak of it, and everything is proved for all of its values at once: try A(i + 2) below,
// and the error names the least N that shows it.
//
// Arrays have room for the largest size. A loop that is cut into strips of 8 ends where N says: the last strip is a
// partial one, and the generated code asks.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("lesson_24_sizes");
  parameter N("N", 3, 1024), times("times", 0, 8);
  var t("t", 0, times), i("i", 1, N - 1), i0("i0"), i1("i1");
  placeholder A("A", {N}, p_float32), B("B", {N}, p_float32);

  compute blur("blur", {t, i}, B(i) = (A(i - 1) + A(i) + A(i + 1)) / 3.0f);
  compute back("back", {t, i}, A(i) = B(i));
  back.after(blur, t);

  blur.split(i, 8, i0, i1);
  blur.pipeline(i0);
  back.pipeline(i);
  A.partition({10}, "cyclic");
  B.partition({8}, "cyclic");

  // What would it take for 100 elements and 4 rounds? The largest sizes, where nothing is said.
  CompileOptions options;
  options.sizes = {{"N", 100}, {"times", 4}};
  codegen(options);
}
