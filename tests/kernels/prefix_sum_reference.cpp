#include "prefix_sum.h"

#include "reference.hpp"

int main() {
  Contents contents;
  Comparison comparison;
  for (int round = 0; round < rounds; ++round) {
    static std::int32_t in[16][32], expected[16][32], actual[16][32];
    contents.fill(in, -1'000'000, 1'000'000);
    std::int32_t sum = 0;
    for (int n = 0; n < 512; ++n) expected[n / 32][n % 32] = sum += in[n / 32][n % 32];
    prefix_sum(in, actual);
    comparison.equal("out", expected, actual);
  }
  return comparison.result();
}
