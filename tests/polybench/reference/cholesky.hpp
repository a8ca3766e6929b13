#pragma once
#include <cmath>

#include "arguments.hpp"

namespace polybench::reference {

inline void cholesky(Dataset dataset, Arguments& a) {
  const int N = pick(dataset, 40, 120, 400, 2000, 4000);
  double* A = a.array("A");

  for (int i = 0; i < N; ++i) {
    double* row = A + i * N;
    for (int j = 0; j < i; ++j) {
      for (int k = 0; k < j; ++k) row[j] -= row[k] * A[j * N + k];
      row[j] /= A[j * N + j];
    }
    for (int k = 0; k < i; ++k) row[i] -= row[k] * row[k];
    row[i] = std::sqrt(row[i]);
  }
}

/// A diagonal that outweighs its row makes the matrix positive definite (only the lower half is read).
inline void prepare_cholesky(Dataset dataset, Arguments& a) {
  const int N = pick(dataset, 40, 120, 400, 2000, 4000);
  double* A = a.array("A");
  for (int i = 0; i < N; ++i) A[i * N + i] += 1.5 * N;
}

}  // namespace polybench::reference
