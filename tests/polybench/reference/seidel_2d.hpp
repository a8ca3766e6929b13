#pragma once
#include "arguments.hpp"

namespace polybench::reference {

inline void seidel_2d(Dataset dataset, Arguments& a) {
  const int T = pick(dataset, 20, 40, 100, 500, 1000);
  const int N = pick(dataset, 40, 120, 400, 2000, 4000);
  double* A = a.array("A");

  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < N - 1; ++i) {
      double *above = A + (i - 1) * N, *row = A + i * N, *below = A + (i + 1) * N;
      for (int j = 1; j < N - 1; ++j) {
        row[j] = (above[j - 1] + above[j] + above[j + 1] + row[j - 1] + row[j] + row[j + 1] + below[j - 1] + below[j] +
                  below[j + 1]) /
                 9.0;
      }
    }
  }
}

}  // namespace polybench::reference
