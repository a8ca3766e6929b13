#pragma once
#include "arguments.hpp"

namespace polybench::reference {

inline void lu(Dataset dataset, Arguments& a) {
  const int N = pick(dataset, 40, 120, 400, 2000, 4000);
  double* A = a.array("A");

  for (int i = 0; i < N; ++i) {
    double* row = A + i * N;
    for (int j = 0; j < i; ++j) {
      for (int k = 0; k < j; ++k) row[j] -= row[k] * A[k * N + j];
      row[j] /= A[j * N + j];
    }
    for (int j = i; j < N; ++j) {
      for (int k = 0; k < i; ++k) row[j] -= row[k] * A[k * N + j];
    }
  }
}

/// A diagonal that outweighs its row: no pivot comes near zero.
inline void prepare_lu(Dataset dataset, Arguments& a) {
  const int N = pick(dataset, 40, 120, 400, 2000, 4000);
  double* A = a.array("A");
  for (int i = 0; i < N; ++i) A[i * N + i] += 1.5 * N;
}

}  // namespace polybench::reference
