#pragma once
#include "arguments.hpp"

namespace polybench::reference {

inline void atax(Dataset dataset, Arguments& a) {
  const int M = pick(dataset, 38, 116, 390, 1900, 1800);
  const int N = pick(dataset, 42, 124, 410, 2100, 2200);
  const double* A = a.array("A");
  const double* x = a.array("x");
  double* y = a.array("y");
  double* tmp = a.array("tmp");

  for (int j = 0; j < N; ++j) y[j] = 0.0;
  for (int i = 0; i < M; ++i) {
    tmp[i] = 0.0;
    for (int j = 0; j < N; ++j) tmp[i] = tmp[i] + A[i * N + j] * x[j];
    for (int j = 0; j < N; ++j) y[j] = y[j] + A[i * N + j] * tmp[i];
  }
}

}  // namespace polybench::reference
