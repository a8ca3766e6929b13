#include "gamma_lut.h"

#include "reference.hpp"

int main() {
  Contents contents;
  Comparison comparison;
  for (int round = 0; round < rounds; ++round) {
    static std::uint8_t image[16][32], expected[16][32], actual[16][32];
    contents.fill(image);
    if (round == 0) {
      for (int n = 0; n < 256; ++n) image[n / 32][n % 32] = static_cast<std::uint8_t>(n);
    }
    for (int y = 0; y < 16; ++y) {
      for (int x = 0; x < 32; ++x)
        expected[y][x] = static_cast<std::uint8_t>(std::lround(std::pow(image[y][x] / 255.0, 1 / 2.2) * 255));
    }
    gamma_lut(image, actual);
    comparison.equal("corrected", expected, actual);
  }
  return comparison.result();
}
