// Lesson 23: complex numbers and structs.
//
// A complex array is two arrays, a struct's array one per field: both parts are read in one cycle. `simultaneous` gives
// several destinations their values at once: all values are those of before.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  // One stage of a Fourier transform of 16 points, in place. Both values of a butterfly are made of the old contents.
  init("lesson_23_stage");
  constexpr int half = 8;
  var k("k", 0, half);
  placeholder_complex x("x", {2 * half}), factor("factor", {half});
  const complex_expr turned = x(k + half) * factor(k);
  simultaneous butterfly("butterfly", {k}, {{x(k), x(k) + turned}, {x(k + half), x(k) - turned}});
  butterfly.front().pipeline(k);
  codegen();

  // Constant factors: parts that are 0 or 1 cost nothing, here i itself.
  init("lesson_23_rotate");
  var n("n", 0, 64);
  placeholder_complex signal("signal", {64}), mixed("mixed", {64});
  placeholder power("power", {64});
  simultaneous mix("mix", {n}, {{mixed(n), signal(n) * twiddle(1, 4) * 0.5}, {power(n), norm(signal(n))}});
  mix.front().pipeline(n, 1);
  codegen();

  // Points as structs: fields by name, whole elements at once.
  init("lesson_23_points");
  var p("p", 0, 32), q("q", 0, 32);
  const std::vector<field> point = {{"x", p_float32}, {"y", p_float32}, {"id", p_uint16}};
  struct_array points("points", {32}, point), kept("kept", {32}, point);
  placeholder radius("radius", {32});
  compute measure("measure", {p}, sqrt(points(p)("x") * points(p)("x") + points(p)("y") * points(p)("y")), radius(p));
  simultaneous copy("copy", {q}, {{kept(q), points(31 - q)}});
  measure.pipeline(p, 1);
  copy.front().pipeline(q, 1);
  codegen();
}
