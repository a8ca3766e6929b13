#include "viterbi.h"

#include <algorithm>

#include "reference.hpp"

int main() {
  constexpr int steps = 64, states = 8;
  Contents contents;
  Comparison comparison;
  for (int round = 0; round < rounds; ++round) {
    static std::uint16_t branch[steps][states][2];
    static std::uint8_t expected[steps][states], actual[steps][states];
    std::uint32_t start[states], last[states], path[states];
    contents.fill(branch);
    contents.fill(start, 0, 1000);
    std::copy(std::begin(start), std::end(start), path);
    for (int t = 0; t < steps; ++t) {
      std::uint32_t next[states];
      for (int s = 0; s < states; ++s) {
        const int first = (s & 3) << 1;
        const std::uint32_t sums[2] = {path[first] + branch[t][s][0], path[first + 1] + branch[t][s][1]};
        expected[t][s] = sums[1] < sums[0];
        next[s] = std::min(sums[0], sums[1]);
      }
      std::copy(std::begin(next), std::end(next), path);
    }
    viterbi(branch, start, actual, last);
    comparison.equal("decision", expected, actual);
    comparison.equal("last", path, last);
  }
  return comparison.result();
}
