#pragma once
#include "arguments.hpp"

namespace polybench::reference {

inline void trmm(Dataset dataset, Arguments& a) {
  const int M = pick(dataset, 20, 60, 200, 1000, 2000);
  const int N = pick(dataset, 30, 80, 240, 1200, 2600);
  const double* A = a.array("A");
  double* B = a.array("B");
  const double alpha = 1.5;

  for (int i = 0; i < M; ++i) {
    for (int j = 0; j < N; ++j) {
      for (int k = i + 1; k < M; ++k) B[i * N + j] += A[k * M + i] * B[k * N + j];
      B[i * N + j] = alpha * B[i * N + j];
    }
  }
}

}  // namespace polybench::reference
