#pragma once
#include "arguments.hpp"

namespace polybench::reference {

inline void jacobi_2d(Dataset dataset, Arguments& a) {
  const int T = pick(dataset, 20, 40, 100, 500, 1000);
  const int N = pick(dataset, 30, 90, 250, 1300, 2800);
  double* A = a.array("A");
  double* B = a.array("B");

  const auto sweep = [N](const double* from, double* to) {
    for (int i = 1; i < N - 1; ++i) {
      for (int n = i * N + 1; n < i * N + N - 1; ++n) {
        to[n] = 0.2 * (from[n] + from[n - 1] + from[n + 1] + from[n + N] + from[n - N]);
      }
    }
  };
  for (int t = 0; t < T; ++t) {
    sweep(A, B);
    sweep(B, A);
  }
}

}  // namespace polybench::reference
