#pragma once
#include "arguments.hpp"

namespace polybench::reference {

inline void ludcmp(Dataset dataset, Arguments& a) {
  const int N = pick(dataset, 40, 120, 400, 2000, 4000);
  double* A = a.array("A");
  const double* b = a.array("b");
  double* x = a.array("x");
  double* y = a.array("y");
  double& w = *a.array("w");

  for (int i = 0; i < N; ++i) {
    for (int j = 0; j < N; ++j) {
      w = A[i * N + j];
      const int terms = j < i ? j : i;
      for (int k = 0; k < terms; ++k) w -= A[i * N + k] * A[k * N + j];
      A[i * N + j] = j < i ? w / A[j * N + j] : w;
    }
  }
  for (int i = 0; i < N; ++i) {
    w = b[i];
    for (int j = 0; j < i; ++j) w -= A[i * N + j] * y[j];
    y[i] = w;
  }
  for (int i = N - 1; i >= 0; --i) {
    w = y[i];
    for (int j = i + 1; j < N; ++j) w -= A[i * N + j] * x[j];
    x[i] = w / A[i * N + i];
  }
}

/// A diagonal that outweighs its row: no pivot comes near zero.
inline void prepare_ludcmp(Dataset dataset, Arguments& a) {
  const int N = pick(dataset, 40, 120, 400, 2000, 4000);
  double* A = a.array("A");
  for (int i = 0; i < N; ++i) A[i * N + i] += 1.5 * N;
}

}  // namespace polybench::reference
