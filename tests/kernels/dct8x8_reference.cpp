#include "dct8x8.h"

#include "reference.hpp"

int main() {
  Contents contents;
  Comparison comparison;
  const double pi = std::acos(-1.0);
  const auto scale = [](int k) { return k == 0 ? std::sqrt(0.5) : 1.0; };
  for (int round = 0; round < rounds; ++round) {
    std::uint8_t pixel[8][8];
    float out[8][8];
    contents.fill(pixel);
    dct8x8(pixel, out);
    for (int v = 0; v < 8; ++v) {
      for (int u = 0; u < 8; ++u) {
        // JPEG's definition, in two dimensions at once.
        double sum = 0;
        for (int y = 0; y < 8; ++y) {
          for (int x = 0; x < 8; ++x)
            sum += (pixel[y][x] - 128.0) * std::cos((2 * x + 1) * u * pi / 16) * std::cos((2 * y + 1) * v * pi / 16);
        }
        comparison.equal("out", sum * scale(u) * scale(v) / 4, static_cast<double>(out[v][u]), 5e-5);
      }
    }
  }
  return comparison.result();
}
