#pragma once
#include <cstdlib>

#include "arguments.hpp"

namespace polybench::reference {

inline void floyd_warshall(Dataset dataset, Arguments& a) {
  const int N = pick(dataset, 60, 180, 500, 2800, 5600);
  int* path = a.array<int>("path");

  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < N; ++i) {
      for (int j = 0; j < N; ++j) {
        const int detour = path[i * N + k] + path[k * N + j];
        if (detour < path[i * N + j]) path[i * N + j] = detour;
      }
    }
  }
}

/// Distances are positive, and no sum of two of them overflows.
inline void prepare_floyd_warshall(Dataset dataset, Arguments& a) {
  const int N = pick(dataset, 60, 180, 500, 2800, 5600);
  int* path = a.array<int>("path");
  for (int n = 0; n < N * N; ++n) path[n] = std::abs(path[n] % 1000) + 1;
}

}  // namespace polybench::reference
