#pragma once
#include "arguments.hpp"

namespace polybench::reference {

inline void gemm(Dataset dataset, Arguments& a) {
  const int NI = pick(dataset, 20, 60, 200, 1000, 2000);
  const int NJ = pick(dataset, 25, 70, 220, 1100, 2300);
  const int NK = pick(dataset, 30, 80, 240, 1200, 2600);
  const double* A = a.array("A");
  const double* B = a.array("B");
  double* C = a.array("C");
  const double alpha = 1.5, beta = 1.2;

  for (int i = 0; i < NI; ++i) {
    for (int j = 0; j < NJ; ++j) C[i * NJ + j] *= beta;
    for (int k = 0; k < NK; ++k) {
      for (int j = 0; j < NJ; ++j) C[i * NJ + j] += alpha * A[i * NK + k] * B[k * NJ + j];
    }
  }
}

}  // namespace polybench::reference
