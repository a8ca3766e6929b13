#pragma once
#include "arguments.hpp"

namespace polybench::reference {

inline void heat_3d(Dataset dataset, Arguments& a) {
  const int T = pick(dataset, 20, 40, 100, 500, 1000);
  const int N = pick(dataset, 10, 20, 40, 120, 200);
  double* A = a.array("A");
  double* B = a.array("B");

  const auto sweep = [N](const double* from, double* to) {
    for (int i = 1; i < N - 1; ++i) {
      for (int j = 1; j < N - 1; ++j) {
        for (int k = 1; k < N - 1; ++k) {
          const int n = (i * N + j) * N + k;
          const auto along = [&](int step) { return 0.125 * (from[n + step] - 2.0 * from[n] + from[n - step]); };
          to[n] = along(N * N) + along(N) + along(1) + from[n];
        }
      }
    }
  };
  for (int t = 1; t <= T; ++t) {
    sweep(A, B);
    sweep(B, A);
  }
}

}  // namespace polybench::reference
