#include "sobel_clamped.h"

#include <algorithm>
#include <cstdlib>

#include "reference.hpp"

int main() {
  constexpr int rows = 20, columns = 24;
  constexpr int weights[3][3] = {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}};
  Contents contents;
  Comparison comparison;
  for (int round = 0; round < rounds; ++round) {
    static std::uint8_t image[rows][columns], expected[rows][columns], actual[rows][columns];
    contents.fill(image);
    for (int y = 0; y < rows; ++y) {
      for (int x = 0; x < columns; ++x) {
        int across = 0, down = 0;
        for (int a = 0; a < 3; ++a) {
          for (int b = 0; b < 3; ++b) {
            const int row = std::min(std::max(y + a - 1, 0), rows - 1),
                      column = std::min(std::max(x + b - 1, 0), columns - 1);
            across += weights[a][b] * image[row][column];
            down += weights[b][a] * image[row][column];
          }
        }
        expected[y][x] = static_cast<std::uint8_t>(std::min(std::max(std::abs(across), std::abs(down)) / 4, 255));
      }
    }
    sobel_clamped(image, actual);
    comparison.equal("edges", expected, actual);
  }
  return comparison.result();
}
