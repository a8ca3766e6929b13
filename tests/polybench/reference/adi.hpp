#pragma once
#include "arguments.hpp"

namespace polybench::reference {

inline void adi(Dataset dataset, Arguments& a) {
  const int T = pick(dataset, 20, 40, 100, 500, 1000);
  const int N = pick(dataset, 20, 60, 200, 1000, 2000);
  double* u = a.array("u");
  double* v = a.array("v");
  double* p = a.array("p");
  double* q = a.array("q");
  const double dx = 1.0 / N, dy = 1.0 / N, dt = 1.0 / T;
  const double mu_x = 2.0 * dt / (dx * dx), mu_y = 1.0 * dt / (dy * dy);
  const double ax = -mu_x / 2.0, bx = 1.0 + mu_x, ay = -mu_y / 2.0, by = 1.0 + mu_y;

  for (int t = 1; t <= T; ++t) {
    for (int i = 1; i < N - 1; ++i) {
      double *pi = p + i * N, *qi = q + i * N;
      v[i] = 1.0;
      pi[0] = 0.0;
      qi[0] = v[i];
      for (int j = 1; j < N - 1; ++j) {
        const double* at = u + j * N + i;
        pi[j] = -ax / (ax * pi[j - 1] + bx);
        qi[j] = (-ay * at[-1] + (1.0 + 2.0 * ay) * at[0] - ay * at[1] - ax * qi[j - 1]) / (ax * pi[j - 1] + bx);
      }
      v[(N - 1) * N + i] = 1.0;
      for (int j = N - 2; j >= 1; --j) v[j * N + i] = pi[j] * v[(j + 1) * N + i] + qi[j];
    }
    for (int i = 1; i < N - 1; ++i) {
      double *pi = p + i * N, *qi = q + i * N, *ui = u + i * N;
      ui[0] = 1.0;
      pi[0] = 0.0;
      qi[0] = ui[0];
      for (int j = 1; j < N - 1; ++j) {
        const double* at = v + i * N + j;
        pi[j] = -ay / (ay * pi[j - 1] + by);
        qi[j] = (-ax * at[-N] + (1.0 + 2.0 * ax) * at[0] - ax * at[N] - ay * qi[j - 1]) / (ay * pi[j - 1] + by);
      }
      ui[N - 1] = 1.0;
      for (int j = N - 2; j >= 1; --j) ui[j] = pi[j] * ui[j + 1] + qi[j];
    }
  }
}

}  // namespace polybench::reference
