#include "wavelet_mirrored.h"

#include <vector>

#include "reference.hpp"

int main() {
  constexpr int half = 16, size = 2 * half;
  Contents contents;
  Comparison comparison;
  for (int round = 0; round < rounds; ++round) {
    std::int16_t signal[size];
    std::int32_t detail[half], smooth[half], expected_detail[half], expected_smooth[half];
    contents.fill(signal);
    // The signal with two samples more at each end.
    std::vector<int> extended = {signal[2], signal[1]};
    extended.insert(extended.end(), signal, signal + size);
    extended.push_back(signal[size - 2]);
    extended.push_back(signal[size - 3]);
    const auto floor_half = [](int a) { return a >= 0 ? a / 2 : -((1 - a) / 2); };
    const auto floor_quarter = [&](int a) { return floor_half(floor_half(a)); };
    const auto odd = [&](int k) { return extended[2 * k + 3] - floor_half(extended[2 * k + 2] + extended[2 * k + 4]); };
    for (int k = 0; k < half; ++k) {
      expected_detail[k] = odd(k);
      expected_smooth[k] = extended[2 * k + 2] + floor_quarter(odd(k == 0 ? 0 : k - 1) + odd(k) + 2);
    }
    wavelet_mirrored(signal, detail, smooth);
    comparison.equal("detail", expected_detail, detail);
    comparison.equal("smooth", expected_smooth, smooth);
  }
  return comparison.result();
}
