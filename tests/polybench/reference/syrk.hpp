#pragma once
#include "arguments.hpp"

namespace polybench::reference {

inline void syrk(Dataset dataset, Arguments& a) {
  const int M = pick(dataset, 20, 60, 200, 1000, 2000);
  const int N = pick(dataset, 30, 80, 240, 1200, 2600);
  const double* A = a.array("A");
  double* C = a.array("C");
  const double alpha = 1.5, beta = 1.2;

  for (int i = 0; i < N; ++i) {
    for (int j = 0; j <= i; ++j) C[i * N + j] *= beta;
    for (int k = 0; k < M; ++k) {
      for (int j = 0; j <= i; ++j) C[i * N + j] += alpha * A[i * M + k] * A[j * M + k];
    }
  }
}

}  // namespace polybench::reference
