#include "transposition_sort.h"

#include <algorithm>

#include "reference.hpp"

int main() {
  Contents contents;
  Comparison comparison;
  for (int round = 0; round < rounds; ++round) {
    int in[16], expected[16], actual[16];
    contents.fill(in);
    std::copy(std::begin(in), std::end(in), expected);
    std::sort(std::begin(expected), std::end(expected));
    transposition_sort(in, actual);
    comparison.equal("out", expected, actual);
  }
  return comparison.result();
}
