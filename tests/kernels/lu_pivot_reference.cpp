#include "lu_pivot.h"

#include <algorithm>

#include "reference.hpp"

namespace {

constexpr int n = 12;

}  // namespace

// The rows of A, exchanged as the pivots say, are the product of the two triangles, and no multiplier is above 1.
int main() {
  Contents contents;
  Comparison comparison;
  for (int round = 0; round < rounds; ++round) {
    static float A[n][n], original[n][n], expected[n][n], product[n][n];
    static int pivot[n];
    contents.fill(A, -1.0, 1.0);
    std::copy(&A[0][0], &A[0][0] + n * n, &original[0][0]);
    contents.fill(pivot, 0, n - 1);
    lu_pivot(A, pivot);

    std::copy(&original[0][0], &original[0][0] + n * n, &expected[0][0]);
    for (int k = 0; k < n; ++k) {
      comparison.equal("pivot is no row above", true, pivot[k] >= k && pivot[k] < n);
      std::swap_ranges(expected[k], expected[k] + n, expected[pivot[k]]);
    }
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        double sum = 0;
        for (int k = 0; k <= std::min(i, j); ++k) sum += (k == i ? 1.0 : static_cast<double>(A[i][k])) * A[k][j];
        product[i][j] = static_cast<float>(sum);
        if (j < i) comparison.equal("multiplier is at most 1", true, std::fabs(A[i][j]) <= 1.0f);
      }
    }
    comparison.equal("PA", expected, product, 1e-4);
  }
  return comparison.result();
}
