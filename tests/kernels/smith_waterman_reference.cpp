#include "smith_waterman.h"

#include <algorithm>

#include "reference.hpp"

namespace {

constexpr int n = 48, m = 40;

void align(const std::uint8_t (&a)[n], const std::uint8_t (&b)[m], int (&score)[n + 1][m + 1]) {
  for (auto& row : score) std::fill(std::begin(row), std::end(row), 0);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) {
      const int diagonal = score[i][j] + (a[i] == b[j] ? 2 : -1);
      score[i + 1][j + 1] = std::max({0, diagonal, score[i][j + 1] - 1, score[i + 1][j] - 1});
    }
  }
}

}  // namespace

int main() {
  Contents contents;
  Comparison comparison;
  for (int round = 0; round < rounds; ++round) {
    static std::uint8_t a[n], b[m];
    static int expected[n + 1][m + 1], actual[n + 1][m + 1];
    contents.fill(a, 0, 3);
    contents.fill(b, 0, 3);
    align(a, b, expected);
    smith_waterman(a, b, actual);
    comparison.equal("score", expected, actual);
  }
  return comparison.result();
}
