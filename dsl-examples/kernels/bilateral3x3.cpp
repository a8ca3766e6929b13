// A bilateral filter of 3 x 3: neighbours count by their distance in place and in brightness. Inner pixels only.
#include <cmath>
#include <pom/pom.hpp>
using namespace pom;

int main() {
  constexpr int height = 16, width = 24;
  init("bilateral3x3");
  var y("y", 1, height - 1), x("x", 1, width - 1);
  placeholder in("in", {height, width}, p_uint8), out("out", {height, width}, p_uint8);

  const expr middle = cast(in(y, x), p_float32);
  expr total = 0.0, weights = 0.0;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      const expr pixel = cast(in(y + dy, x + dx), p_float32), apart = pixel - middle;
      const expr weight = exp(apart * apart * -0.002) * std::exp(-0.5 * (dy * dy + dx * dx));
      total = total + weight * pixel;
      weights = weights + weight;
    }
  }
  // The mean of bytes is one; the clamp says so.
  compute filter("filter", {y, x}, cast(p_min(p_max(round(total / weights), 0), 255), p_uint8), out(y, x));
  filter.pipeline(x);
  codegen();
}
