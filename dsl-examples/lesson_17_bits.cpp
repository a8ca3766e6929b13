// Lesson 17: bits.
//
// & | ^ ~ << >> work on integers of every width, with C++'s meaning: the first three compute in the operands' common
// type, a shift has the type of what is shifted, >> keeps the sign of a signed value. The amount of a shift of C++'s
// own integers counts modulo their width: where it may leave [0, width), the generated code masks it, which costs
// nothing in hardware.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  // Bytes out of words. In an index a shift is a product or a floor division, and `i & 3` is i modulo 4.
  init("lesson_17_unpack");
  var i("i", 0, 64);
  placeholder words("words", {16}, p_uint32), bytes("bytes", {64}, p_uint8);
  compute unpack("unpack", {i}, cast(words(i >> 2) >> (8 * (i & 3)), p_uint8), bytes(i));
  unpack.pipeline(i, 1);
  codegen();

  // Quantised arithmetic: sums of 8-bit products, rounded and brought back to 8 bits by a shift.
  init("lesson_17_requantize");
  var o("o", 0, 32), k("k", 0, 16);
  placeholder weights("weights", {32, 16}, p_int8), input("input", {16}, p_int8), sums("sums", {32}, p_int32),
      output("output", {32}, p_int8);
  compute clear("clear", {o}, 1 << 6, sums(o));  // half of what the shift cuts off
  compute add("add", {o, k}, sums(o) + weights(o, k) * input(k), sums(o));
  compute narrow("narrow", {o}, cast(p_min(p_max(sums(o) >> 7, -128), 127), p_int8), output(o));
  add.after(clear, o);
  narrow.after(add, o);
  add.pipeline(o, 1);
  codegen();

  // Any width: addresses of 10 bits with their bits reversed, as an FFT wants them.
  init("lesson_17_reverse");
  var w("w", 0, 32), s("s", 0, 10);
  placeholder addresses("addresses", {32}, p_uint(10)), reversed("reversed", {32}, p_uint(10));
  compute zero("zero", {w}, 0, reversed(w));
  compute reverse("reverse", {w, s}, reversed(w) | (((addresses(w) >> s) & 1) << (9 - s)), reversed(w));
  reverse.after(zero, w);
  reverse.pipeline(w, 1);  // with all ten bits at once, the shifts are wires
  codegen();

  // CRC-32 of 16 messages of 8 bytes, bit by bit: the bit that leaves the register decides on the
  // polynomial.
  init("lesson_17_crc");
  var m("m", 0, 16), n("n", 0, 8), b("b", 0, 8);
  placeholder messages("messages", {16, 8}, p_uint8), crc("crc", {16}, p_uint32);
  compute start("start", {m}, 0xFFFFFFFF, crc(m));
  compute take("take", {m, n}, crc(m) ^ messages(m, n), crc(m));
  compute step("step", {m, n, b}, (crc(m) >> 1) ^ (0xEDB88320 & -(crc(m) & 1)), crc(m));
  compute finish("finish", {m}, ~crc(m), crc(m));
  take.after(start, m);
  step.after(take, n);
  finish.after(step, m);
  step.pipeline(n, 1);  // the eight steps of a byte become one chain of gates
  codegen();
}
