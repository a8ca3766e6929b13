#include "csr_product.h"

#include <algorithm>

#include "reference.hpp"

namespace {

constexpr int rows = 32, columns = 48, numbers = 160, widest = 8;

}  // namespace

int main() {
  Contents contents;
  Comparison comparison;
  for (int round = 0; round < rounds; ++round) {
    // A full matrix first; the kernel gets its numbers that are not 0.
    static double matrix[rows][columns];
    static std::uint16_t start[rows + 1];
    static std::uint8_t column[numbers];
    static float value[numbers], x[columns], actual[rows], expected[rows];
    contents.fill(value);
    contents.fill(column, 0, columns - 1);
    contents.fill(x);
    int place = 0;
    for (int r = 0; r < rows; ++r) {
      std::fill(std::begin(matrix[r]), std::end(matrix[r]), 0.0);
      start[r] = static_cast<std::uint16_t>(place);
      int wanted = 0;
      contents.fill(wanted, 0, widest);
      if (r == 3) wanted = widest;
      if (r == 5) wanted = 0;
      for (int k = 0; k < wanted && place < numbers; ++k, ++place) {
        column[place] = static_cast<std::uint8_t>((7 * r + 5 * k + round) % columns);
        matrix[r][column[place]] += value[place];
      }
    }
    start[rows] = static_cast<std::uint16_t>(place);
    for (int r = 0; r < rows; ++r) {
      double sum = 0;
      for (int c = 0; c < columns; ++c) sum += matrix[r][c] * x[c];
      expected[r] = static_cast<float>(sum);
    }
    csr_product(start, column, value, x, actual);
    comparison.equal("y", expected, actual, 1e-3);
  }
  return comparison.result();
}
