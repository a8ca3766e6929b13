// Lesson 10: integer types, comparisons and functions.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("lesson_10");
  var i("i", 0, 64), k("k", 0, 8);
  placeholder samples("samples", {72}, p_int16), taps("taps", {8}, p_int8), filtered("filtered", {64}, p_int32);
  placeholder bytes("bytes", {64}, p_uint8), levels("levels", {64}, p_int32);

  // Operands of different types meet as in C++: 16 bits times 8 bits is an int, and wraps around like unsigned
  // hardware.
  compute clear("clear", {i}, 0, filtered(i));
  compute fir("fir", {i, k}, filtered(i) + samples(i + k) * taps(k), filtered(i));

  // A conversion that may lose something is written down. select(condition, then, otherwise) picks a value.
  compute clip("clip", {i}, cast(p_min(p_max(filtered(i) / 128, 0), 255), p_uint8), bytes(i));
  compute rank("rank", {i}, select(bytes(i) < 16, 0, select(bytes(i) % 2 == 0, 1, 2)), levels(i));

  // Loops may be shared from the start: all three then stand in one loop i, and need one pass.
  fir.after(clear, i);
  clip.after(fir, i);
  rank.after(clip, i);

  clear.pipeline(i, 1);  // the shared loop; the eight terms inside are unrolled
  taps.partition({8}, "complete");
  samples.partition({8}, "cyclic");
  codegen();
}
