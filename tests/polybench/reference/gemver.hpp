#pragma once
#include "arguments.hpp"

namespace polybench::reference {

inline void gemver(Dataset dataset, Arguments& a) {
  const int N = pick(dataset, 40, 120, 400, 2000, 4000);
  const double* u1 = a.array("u1");
  const double* v1 = a.array("v1");
  const double* u2 = a.array("u2");
  const double* v2 = a.array("v2");
  const double* y = a.array("y");
  const double* z = a.array("z");
  double* A = a.array("A");
  double* w = a.array("w");
  double* x = a.array("x");
  const double alpha = 1.5, beta = 1.2;

  for (int i = 0; i < N; ++i) {
    for (int j = 0; j < N; ++j) A[i * N + j] = A[i * N + j] + u1[i] * v1[j] + u2[i] * v2[j];
  }
  for (int i = 0; i < N; ++i) {
    for (int j = 0; j < N; ++j) x[i] = x[i] + beta * A[j * N + i] * y[j];
  }
  for (int i = 0; i < N; ++i) x[i] = x[i] + z[i];
  for (int i = 0; i < N; ++i) {
    for (int j = 0; j < N; ++j) w[i] = w[i] + alpha * A[i * N + j] * x[j];
  }
}

}  // namespace polybench::reference
