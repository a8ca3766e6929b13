#pragma once
#include "arguments.hpp"

namespace polybench::reference {

inline void bicg(Dataset dataset, Arguments& a) {
  const int M = pick(dataset, 38, 116, 390, 1900, 1800);
  const int N = pick(dataset, 42, 124, 410, 2100, 2200);
  const double* A = a.array("A");
  const double* p = a.array("p");
  const double* r = a.array("r");
  double* s = a.array("s");
  double* q = a.array("q");

  for (int j = 0; j < M; ++j) s[j] = 0.0;
  for (int i = 0; i < N; ++i) {
    q[i] = 0.0;
    for (int j = 0; j < M; ++j) {
      s[j] = s[j] + r[i] * A[i * M + j];
      q[i] = q[i] + A[i * M + j] * p[j];
    }
  }
}

}  // namespace polybench::reference
