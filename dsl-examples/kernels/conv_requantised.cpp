// A 3 × 3 convolution of 8-bit integers as quantised networks compute it: sums in 32 bits, then a multiplication, a
// rounding shift and a clamp bring them back to 8 bits.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  constexpr int channels = 4, filters = 8, size = 12, shift = 12;
  init("conv_requantised");
  var f("f", 0, filters), y("y", 0, size), x("x", 0, size), c("c", 0, channels), p("p", 0, 3), q("q", 0, 3);
  placeholder in("in", {channels, size + 2, size + 2}, p_int8), weight("weight", {filters, channels, 3, 3}, p_int8);
  placeholder bias("bias", {filters}, p_int32), factor("factor", {filters}, p_int16);
  placeholder sum("sum", {filters, size, size}, p_int32), out("out", {filters, size, size}, p_int8);
  sum.local();

  compute start("start", {f, y, x}, bias(f), sum(f, y, x));
  compute accumulate("accumulate", {c, p, q, y, x, f}, sum(f, y, x) + in(c, y + p, x + q) * weight(f, c, p, q),
                     sum(f, y, x));
  const expr scaled = (cast(sum(f, y, x), p_int64) * factor(f) + (1 << (shift - 1))) >> shift;
  compute requantise("requantise", {f, y, x}, cast(p_min(127, p_max(-128, scaled)), p_int8), out(f, y, x));

  // All filters at once: one element of the input serves eight products.
  accumulate.pipeline(x, 1);
  accumulate.unroll(f);
  weight.partition({filters, 1, 1, 1}, "complete");
  sum.partition({filters, 1, 1}, "complete");
  requantise.pipeline(x, 1);
  codegen();
}
