// Lesson 22: functions.
//
// Values may use the functions of <cmath>, `rsqrt`, `sigmoid` and `popcount`. They compute in floating point and have
// their operand's type; docs/functions.md says how exactly, and what each of them costs.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  // A table of a sine wave in 8 bits. The range of sin is known, so that the conversion needs no saturation.
  init("lesson_22_wave");
  var i("i", 0, 256);
  placeholder wave("wave", {256}, p_int8);
  compute sample("sample", {i}, cast(round(sin(i * (6.2831853 / 256)) * 127), p_int8), wave(i));
  sample.pipeline(i, 1);
  codegen();

  // Quantising by a factor: round, clamp, convert. fmod keeps the angle of many turns.
  init("lesson_22_quantise");
  var k("k", 0, 64), m("m", 0, 64);
  placeholder x("x", {64}), codes("codes", {64}, p_uint8), angle("angle", {64}), part("part", {64});
  compute quantise("quantise", {k}, cast(p_min(p_max(round(x(k) / 0.05) + 128, 0), 255), p_uint8), codes(k));
  compute turn("turn", {m}, fmod(angle(m), 6.2831853), part(m));
  quantise.pipeline(k, 1);
  turn.pipeline(m, 1);
  codegen();

  // Bits that differ between two words: masks and five additions, no core.
  init("lesson_22_hamming");
  var n("n", 0, 128);
  placeholder a("a", {128}, p_uint32), b("b", {128}, p_uint32), distance("distance", {128}, p_uint8);
  compute count("count", {n}, popcount(a(n) ^ b(n)), distance(n));
  count.pipeline(n, 1);
  codegen();
}
