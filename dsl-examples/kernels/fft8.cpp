// Fourier transforms of 8 points, in place, with constant factors: three stages of four butterflies each, which a C++
// loop records. Factors 1 and -i cost no multiplication. The input stands in bit-reversed order.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  constexpr int frames = 16, points = 8;
  init("fft8");
  placeholder_complex x("x", {frames, points});
  var f("f", 0, frames);

  std::vector<simultaneous> stages;
  for (int half = 1; half < points; half *= 2) {
    std::vector<assignment> butterflies;
    for (int block = 0; block < points; block += 2 * half) {
      for (int k = 0; k < half; ++k) {
        const complex_element upper = x(f, block + k), lower = x(f, block + k + half);
        const complex_expr turned = lower * twiddle(k, 2 * half);
        butterflies.push_back({upper, upper + turned});
        butterflies.push_back({lower, upper - turned});
      }
    }
    stages.emplace_back("stage" + std::to_string(half), std::vector<var>{f}, butterflies);
  }
  for (std::size_t n = 1; n < stages.size(); ++n) stages[n].after(stages[n - 1], f);
  x.partition({1, points}, "complete");
  stages.front().front().pipeline(f);
  codegen();
}
