#include "median_5x5.h"

#include <algorithm>
#include <vector>

#include "reference.hpp"

int main() {
  constexpr int rows = 12, columns = 16;
  Contents contents;
  Comparison comparison;
  for (int round = 0; round < rounds; ++round) {
    static std::uint8_t image[rows][columns], expected[rows][columns], actual[rows][columns];
    contents.fill(image, 0, round % 2 == 0 ? 3 : 255);
    for (int y = 2; y < rows - 2; ++y) {
      for (int x = 2; x < columns - 2; ++x) {
        std::vector<std::uint8_t> window;
        for (int dy = -2; dy <= 2; ++dy) window.insert(window.end(), &image[y + dy][x - 2], &image[y + dy][x - 2] + 5);
        std::nth_element(window.begin(), window.begin() + 12, window.end());
        expected[y][x] = window[12];
      }
    }
    median_5x5(image, actual);
    comparison.equal("median", expected, actual);
  }
  return comparison.result();
}
