#pragma once
#include "arguments.hpp"

namespace polybench::reference {

inline void trisolv(Dataset dataset, Arguments& a) {
  const int N = pick(dataset, 40, 120, 400, 2000, 4000);
  const double* L = a.array("L");
  const double* b = a.array("b");
  double* x = a.array("x");

  for (int i = 0; i < N; ++i) {
    x[i] = b[i];
    for (int j = 0; j < i; ++j) x[i] -= L[i * N + j] * x[j];
    x[i] /= L[i * N + i];
  }
}

/// A diagonal that outweighs its row keeps the unknowns small.
inline void prepare_trisolv(Dataset dataset, Arguments& a) {
  const int N = pick(dataset, 40, 120, 400, 2000, 4000);
  double* L = a.array("L");
  for (int i = 0; i < N; ++i) L[i * N + i] += 1.5 * N;
}

}  // namespace polybench::reference
