// A filter of 16 fixed coefficients. The table is cut into its elements: after unrolling each product has a constant
// factor, and no memory is left.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  constexpr int outputs = 128, taps = 16;
  init("fir");
  var i("i", 0, outputs), k("k", 0, taps);
  placeholder x("x", {outputs + taps - 1}, p_int16), c("c", {taps}, p_int16), y("y", {outputs}, p_int32);
  c.values({-12, -25, 0, 87, 192, 254, 377, 511, 511, 377, 254, 192, 87, 0, -25, -12});

  compute clear("clear", {i}, 1 << 10, y(i));
  compute add("add", {i, k}, y(i) + x(i + k) * c(k), y(i));
  compute scale("scale", {i}, y(i) >> 11, y(i));
  add.after(clear, i);
  scale.after(add, i);

  add.pipeline(i, 1);
  c.partition({taps}, "complete");
  x.partition({taps}, "cyclic");
  codegen();
}
