#include "fir.h"

#include "reference.hpp"

int main() {
  constexpr int outputs = 128, taps = 16;
  const int half[taps / 2] = {-12, -25, 0, 87, 192, 254, 377, 511};  // the filter is symmetric
  Contents contents;
  Comparison comparison;
  for (int round = 0; round < rounds; ++round) {
    static std::int16_t x[outputs + taps - 1];
    static int expected[outputs], actual[outputs];
    contents.fill(x);
    for (int i = 0; i < outputs; ++i) {
      long long sum = 0;
      for (int k = 0; k < taps / 2; ++k) sum += half[k] * (x[i + k] + x[i + taps - 1 - k]);
      expected[i] = static_cast<int>((sum + 1024) >> 11);
    }
    fir(x, actual);
    comparison.equal("y", expected, actual);
  }
  return comparison.result();
}
