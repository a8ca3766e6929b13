#pragma once
#include "arguments.hpp"

namespace polybench::reference {

inline void symm(Dataset dataset, Arguments& a) {
  const int M = pick(dataset, 20, 60, 200, 1000, 2000);
  const int N = pick(dataset, 30, 80, 240, 1200, 2600);
  const double* A = a.array("A");
  const double* B = a.array("B");
  double* C = a.array("C");
  double* temp2 = a.array("temp2");
  const double alpha = 1.5, beta = 1.2;

  for (int i = 0; i < M; ++i) {
    for (int j = 0; j < N; ++j) {
      double partial = 0.0;
      for (int k = 0; k < i; ++k) {
        C[k * N + j] += alpha * B[i * N + j] * A[i * M + k];
        partial += B[k * N + j] * A[i * M + k];
      }
      C[i * N + j] = beta * C[i * N + j] + alpha * B[i * N + j] * A[i * M + i] + alpha * partial;
      temp2[j] = partial;  // the program keeps one for each column
    }
  }
}

}  // namespace polybench::reference
