#pragma once
#include <algorithm>
#include <cstdint>

#include "arguments.hpp"

namespace polybench::reference {

inline void nussinov(Dataset dataset, Arguments& a) {
  const int N = pick(dataset, 60, 180, 500, 2500, 5500);
  const std::int8_t* seq = a.array<std::int8_t>("seq");
  int* table = a.array<int>("table");

  for (int i = N - 2; i >= 0; --i) {
    for (int j = i + 1; j < N; ++j) {
      int& best = table[i * N + j];
      best = std::max(best, table[i * N + j - 1]);
      best = std::max(best, table[(i + 1) * N + j]);
      const int match = i + 1 < j && seq[i] + seq[j] == 3 ? 1 : 0;
      best = std::max(best, table[(i + 1) * N + j - 1] + match);
      for (int k = i + 1; k < j; ++k) best = std::max(best, table[i * N + k] + table[(k + 1) * N + j]);
    }
  }
}

/// Bases are 0 to 3, and no pair is counted yet.
inline void prepare_nussinov(Dataset dataset, Arguments& a) {
  const int N = pick(dataset, 60, 180, 500, 2500, 5500);
  std::int8_t* seq = a.array<std::int8_t>("seq");
  for (int n = 0; n < N; ++n) seq[n] = static_cast<std::int8_t>(seq[n] & 3);
  std::fill_n(a.array<int>("table"), N * N, 0);
}

}  // namespace polybench::reference
