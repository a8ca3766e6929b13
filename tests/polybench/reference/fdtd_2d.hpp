#pragma once
#include "arguments.hpp"

namespace polybench::reference {

inline void fdtd_2d(Dataset dataset, Arguments& a) {
  const int T = pick(dataset, 20, 40, 100, 500, 1000);
  const int NX = pick(dataset, 20, 60, 200, 1000, 2000);
  const int NY = pick(dataset, 30, 80, 240, 1200, 2600);
  double* ex = a.array("ex");
  double* ey = a.array("ey");
  double* hz = a.array("hz");
  const double* fict = a.array("fict");

  for (int t = 0; t < T; ++t) {
    for (int j = 0; j < NY; ++j) ey[j] = fict[t];
    for (int n = NY; n < NX * NY; ++n) ey[n] -= 0.5 * (hz[n] - hz[n - NY]);
    for (int n = 0; n < NX * NY; ++n) {
      if (n % NY != 0) ex[n] -= 0.5 * (hz[n] - hz[n - 1]);
    }
    for (int i = 0; i < NX - 1; ++i) {
      for (int n = i * NY; n < i * NY + NY - 1; ++n) hz[n] -= 0.7 * (ex[n + 1] - ex[n] + ey[n + NY] - ey[n]);
    }
  }
}

}  // namespace polybench::reference
