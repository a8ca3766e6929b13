#include "gemm_sized.h"

#include "reference.hpp"

int main() {
  constexpr int most = 64;
  static std::int16_t a[most][most], b[most][most];
  static std::int32_t c[most][most], before[most][most];
  Contents contents;
  Comparison comparison;
  const int sizes[][3] = {{64, 64, 64}, {1, 1, 1}, {1, 64, 3}, {17, 9, 33}, {64, 7, 1}, {5, 8, 16}};
  for (const auto& size : sizes) {
    const int rows = size[0], columns = size[1], depth = size[2];
    contents.fill(a, -300, 300);
    contents.fill(b, -300, 300);
    contents.fill(c, -1000, 1000);
    for (int i = 0; i < most; ++i) {
      for (int j = 0; j < most; ++j) before[i][j] = c[i][j];
    }
    gemm_sized(rows, columns, depth, a, b, c);
    for (int i = 0; i < most; ++i) {
      for (int j = 0; j < most; ++j) {
        std::int32_t expected = before[i][j];  // what lies outside of the product stays
        if (i < rows && j < columns) {
          expected = 0;
          for (int k = 0; k < depth; ++k) expected += a[i][k] * b[k][j];
        }
        comparison.equal("c", expected, c[i][j]);
      }
    }
  }
  return comparison.result();
}
