#include "histogram.h"

#include "reference.hpp"

int main() {
  Contents contents;
  Comparison comparison;
  for (int round = 0; round < rounds; ++round) {
    static std::uint8_t data[1024];
    static int actual[256];
    contents.fill(data, 0, round % 3 == 0 ? 1 : 255);  // a third of the rounds: neighbours are equal all the time
    contents.fill(actual);
    int expected[256] = {};
    for (std::uint8_t byte : data) ++expected[byte];
    histogram(data, actual);
    comparison.equal("count", expected, actual);
  }
  return comparison.result();
}
