#include "fir_sized.h"

#include "reference.hpp"

int main() {
  constexpr int most_samples = 1024, most_taps = 32;
  static std::int16_t in[most_samples], weight[most_taps];
  static std::int32_t out[most_samples], before[most_samples];
  Contents contents;
  Comparison comparison;
  const int sizes[][2] = {{1024, 32}, {1, 1}, {1, 32}, {100, 7}, {33, 4}, {1023, 31}};
  for (const auto& size : sizes) {
    const int samples = size[0], taps = size[1];
    contents.fill(in, -2000, 2000);
    contents.fill(weight, -2000, 2000);
    contents.fill(out, -1000, 1000);
    for (int n = 0; n < most_samples; ++n) before[n] = out[n];
    fir_sized(samples, taps, in, weight, out);
    for (int n = 0; n < most_samples; ++n) {
      std::int32_t expected = before[n];  // beyond the signal nothing is written
      if (n < samples) {
        expected = 0;
        for (int t = 0; t < taps && t <= n; ++t) expected += in[n - t] * weight[t];
      }
      comparison.equal("out", expected, out[n]);
    }
  }
  return comparison.result();
}
