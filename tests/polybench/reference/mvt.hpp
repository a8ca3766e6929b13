#pragma once
#include "arguments.hpp"

namespace polybench::reference {

inline void mvt(Dataset dataset, Arguments& a) {
  const int N = pick(dataset, 40, 120, 400, 2000, 4000);
  const double* A = a.array("A");
  const double* y_1 = a.array("y_1");
  const double* y_2 = a.array("y_2");
  double* x1 = a.array("x1");
  double* x2 = a.array("x2");

  for (int i = 0; i < N; ++i) {
    for (int j = 0; j < N; ++j) x1[i] = x1[i] + A[i * N + j] * y_1[j];
  }
  for (int i = 0; i < N; ++i) {
    for (int j = 0; j < N; ++j) x2[i] = x2[i] + A[j * N + i] * y_2[j];
  }
}

}  // namespace polybench::reference
