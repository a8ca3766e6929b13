// Lesson 18: tables.
//
// An array with contents is a table: constants inside the generated function instead of an argument. The numbers stand
// in the program, or come from a file: NumPy's .npy, raw elements (.bin, .raw), or text (.txt, .csv).
#include <fstream>

#include <pom/pom.hpp>
using namespace pom;

int main() {
  // A filter with fixed coefficients. All of them at once, and no memory: after unrolling, each coefficient's place is
  // a number, and the products with constants become shifts and additions.
  init("lesson_18_filter");
  var i("i", 0, 64), k("k", 0, 8);
  placeholder x("x", {71}, p_int16), c("c", {8}, p_int16), y("y", {64}, p_int32);
  c.values({-3, 5, 20, 42, 42, 20, 5, -3});
  compute clear("clear", {i}, 0, y(i));
  compute add("add", {i, k}, y(i) + x(i + k) * c(k), y(i));
  add.after(clear, i);
  add.pipeline(i, 1);
  c.partition({8}, "complete");
  codegen();

  // A window from a file. A larger table stays in memory, a ROM; it can be cut into banks as other arrays.
  std::ofstream file("window.txt");
  for (int n = 0; n < 32; ++n) file << 1.0 - n * n / 1024.0 << (n % 8 == 7 ? "\n" : ", ");
  file.close();
  init("lesson_18_window");
  var s("s", 0, 16), n("n", 0, 32), n0("n0"), n1("n1");
  placeholder in("in", {16, 32}, p_float32), window("window", {32}, p_float32), out("out", {16, 32}, p_float32);
  window.values_from("window.txt");
  compute weigh("weigh", {s, n}, in(s, n) * window(n), out(s, n));
  weigh.split(n, 4, n0, n1);
  weigh.pipeline(n0, 1);
  weigh.unroll(n1, 4);
  for (const placeholder* array : {&in, &out}) array->partition({1, 4}, "cyclic");
  window.partition({4}, "cyclic");
  codegen();

  // What the caller promises of an argument: the verification's and the test bench's inputs keep to it.
  init("lesson_18_levels");
  var p("p", 0, 32);
  placeholder level("level", {32}, p_uint8), gain("gain", {5}, p_fixed(16, 4)), signal("signal", {32}, p_fixed(16, 8)),
      scaled("scaled", {32}, p_fixed(24, 12));
  level.assume(0, 4);
  gain.values({0.25, 0.5, 1, 2, 4});
  compute scale("scale", {p}, signal(p) * gain(level(p)), scaled(p));
  scale.pipeline(p, 1);
  codegen();
}
