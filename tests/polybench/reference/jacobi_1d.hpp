#pragma once
#include "arguments.hpp"

namespace polybench::reference {

inline void jacobi_1d(Dataset dataset, Arguments& a) {
  const int T = pick(dataset, 20, 40, 100, 500, 1000);
  const int N = pick(dataset, 30, 120, 400, 2000, 4000);
  double* A = a.array("A");
  double* B = a.array("B");

  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < N - 1; ++i) B[i] = 0.33333 * (A[i - 1] + A[i] + A[i + 1]);
    for (int i = 1; i < N - 1; ++i) A[i] = 0.33333 * (B[i - 1] + B[i] + B[i + 1]);
  }
}

}  // namespace polybench::reference
