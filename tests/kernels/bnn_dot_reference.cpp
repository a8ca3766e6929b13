#include "bnn_dot.h"

#include "reference.hpp"

int main() {
  constexpr int words = 8, neurons = 64;
  Contents contents;
  Comparison comparison;
  for (int round = 0; round < rounds; ++round) {
    std::uint32_t input[words], weight[neurons][words], expected[neurons / 32] = {}, actual[neurons / 32];
    std::int16_t threshold[neurons];
    contents.fill(input);
    contents.fill(weight);
    contents.fill(threshold, -40, 40);
    for (int o = 0; o < neurons; ++o) {
      int sum = 0;
      for (int bit = 0; bit < 32 * words; ++bit) {
        const bool same = ((input[bit / 32] ^ weight[o][bit / 32]) >> (bit % 32) & 1) == 0;
        sum += same ? 1 : -1;
      }
      if (sum > threshold[o]) expected[o / 32] |= std::uint32_t{1} << (o % 32);
    }
    bnn_dot(input, weight, threshold, actual);
    comparison.equal("output", expected, actual);
  }
  return comparison.result();
}
