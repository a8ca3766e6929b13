#pragma once
#include "arguments.hpp"

namespace polybench::reference {

inline void gesummv(Dataset dataset, Arguments& a) {
  const int N = pick(dataset, 30, 90, 250, 1300, 2800);
  const double* A = a.array("A");
  const double* B = a.array("B");
  const double* x = a.array("x");
  double* tmp = a.array("tmp");
  double* y = a.array("y");
  const double alpha = 1.5, beta = 1.2;

  for (int i = 0; i < N; ++i) {
    tmp[i] = 0.0;
    y[i] = 0.0;
    for (int j = 0; j < N; ++j) {
      tmp[i] = A[i * N + j] * x[j] + tmp[i];
      y[i] = B[i * N + j] * x[j] + y[i];
    }
    y[i] = alpha * tmp[i] + beta * y[i];
  }
}

}  // namespace polybench::reference
