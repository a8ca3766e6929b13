// Lesson 16: integers of any width, fixed point, half and bfloat16.
//
// Hardware pays for every bit. An element may be an integer of 12 bits, or a fixed-point number with 6 bits left of the
// binary point; in HLS C++ these become the vendor's types, and on this machine small headers of libpom's own compute
// the same bits.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  // A filter on 12-bit samples. The exact sum of products needs 12 + 9 bits, and a few more to add them up: libpom
  // keeps exact results as wide as they are. Where one is stored in fewer bits, `cast` says so.
  init("lesson_16_filter");
  var i("i", 0, 60), k("k", 0, 5);
  placeholder samples("samples", {64}, p_int(12)), taps("taps", {5}, p_int(9)), sums("sums", {60}, p_int(24));
  compute s("s", {i, k}, cast(sums(i) + samples(i + k) * taps(k), p_int(24)), sums(i));
  s.pipeline(i);
  codegen();

  // Fixed point says what happens to bits below the last one and to values out of range: here they are rounded to the
  // nearest, and saturate. `cast` narrows on purpose, in the middle of a value.
  init("lesson_16_blend");
  const Type pixel = p_ufixed(10, 8, Quantization::round, Overflow::saturate);
  var y("y", 0, 16), x("x", 0, 16);
  placeholder front("front", {16, 16}, pixel), back("back", {16, 16}, pixel), alpha("alpha", {16, 16}, p_ufixed(8, 0));
  compute blend("blend", {y, x},
                cast(front(y, x) * alpha(y, x) + back(y, x) * (1 - cast(alpha(y, x), p_fixed(10, 2))), pixel),
                back(y, x));
  blend.pipeline(x);
  codegen();

  // 16-bit floats round after every operation, to the nearest value, ties to even.
  init("lesson_16_halves");
  var n("n", 0, 32);
  placeholder A("A", {32}, p_half), B("B", {32}, p_bfloat16), C("C", {32}, p_float32);
  compute product("product", {n}, A(n) * B(n), C(n));
  codegen();
}
