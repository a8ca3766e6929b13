#include "softmax.h"

#include "reference.hpp"

int main() {
  constexpr int rows = 8, columns = 32;
  Contents contents;
  Comparison comparison;
  for (int round = 0; round < rounds; ++round) {
    float x[rows][columns], y[rows][columns];
    contents.fill(x, -20.0, 20.0);
    softmax(x, y);
    for (int r = 0; r < rows; ++r) {
      double sum = 0;
      for (const float one : x[r]) sum += std::exp(static_cast<double>(one));
      for (int c = 0; c < columns; ++c)
        comparison.equal("y", std::exp(static_cast<double>(x[r][c])) / sum, static_cast<double>(y[r][c]), 2e-6);
    }
  }
  return comparison.result();
}
