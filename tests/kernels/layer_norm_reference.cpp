#include "layer_norm.h"

#include "reference.hpp"

int main() {
  constexpr int rows = 8, columns = 64;
  Contents contents;
  Comparison comparison;
  for (int round = 0; round < rounds; ++round) {
    float x[rows][columns], scale[columns], offset[columns], y[rows][columns];
    contents.fill(x, -5.0, 5.0);
    contents.fill(scale, -2.0, 2.0);
    contents.fill(offset, -2.0, 2.0);
    layer_norm(x, scale, offset, y);
    for (int r = 0; r < rows; ++r) {
      double mean = 0, square = 0;
      for (const float one : x[r]) {
        mean += one;
        square += static_cast<double>(one) * one;
      }
      mean /= columns;
      const double deviation = std::sqrt(square / columns - mean * mean + 1e-5);
      for (int c = 0; c < columns; ++c) {
        const double expected = (x[r][c] - mean) / deviation * scale[c] + offset[c];
        comparison.equal("y", expected, static_cast<double>(y[r][c]), 5e-6);
      }
    }
  }
  return comparison.result();
}
