#pragma once
#include <cmath>

#include "arguments.hpp"

namespace polybench::reference {

inline void gramschmidt(Dataset dataset, Arguments& a) {
  const int M = pick(dataset, 20, 60, 200, 1000, 2000);
  const int N = pick(dataset, 30, 80, 240, 1200, 2600);
  double* A = a.array("A");
  double* R = a.array("R");
  double* Q = a.array("Q");
  double& norm = *a.array("norm");

  for (int k = 0; k < N; ++k) {
    norm = 0.0;
    for (int i = 0; i < M; ++i) norm += A[i * N + k] * A[i * N + k];
    R[k * N + k] = std::sqrt(norm);
    for (int i = 0; i < M; ++i) Q[i * N + k] = A[i * N + k] / R[k * N + k];
    for (int j = k + 1; j < N; ++j) {
      double& projection = R[k * N + j];
      projection = 0.0;
      for (int i = 0; i < M; ++i) projection += Q[i * N + k] * A[i * N + j];
      for (int i = 0; i < M; ++i) A[i * N + j] -= Q[i * N + k] * projection;
    }
  }
}

}  // namespace polybench::reference
