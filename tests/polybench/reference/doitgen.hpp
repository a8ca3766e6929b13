#pragma once
#include "arguments.hpp"

namespace polybench::reference {

inline void doitgen(Dataset dataset, Arguments& a) {
  const int NQ = pick(dataset, 8, 20, 40, 140, 220);
  const int NR = pick(dataset, 10, 25, 50, 150, 250);
  const int NP = pick(dataset, 12, 30, 60, 160, 270);
  const double* C4 = a.array("C4");
  double* A = a.array("A");
  double* sum = a.array("sum");

  for (int r = 0; r < NR; ++r) {
    for (int q = 0; q < NQ; ++q) {
      double* row = A + (r * NQ + q) * NP;
      for (int p = 0; p < NP; ++p) {
        sum[p] = 0.0;
        for (int s = 0; s < NP; ++s) sum[p] += row[s] * C4[s * NP + p];
      }
      for (int p = 0; p < NP; ++p) row[p] = sum[p];
    }
  }
}

}  // namespace polybench::reference
