#pragma once
#include "arguments.hpp"

namespace polybench::reference {

inline void covariance(Dataset dataset, Arguments& a) {
  const int M = pick(dataset, 28, 80, 240, 1200, 2600);
  const int N = pick(dataset, 32, 100, 260, 1400, 3000);
  double* data = a.array("data");
  double* cov = a.array("cov");
  double* mean = a.array("mean");
  const double rows = N;

  for (int j = 0; j < M; ++j) {
    mean[j] = 0.0;
    for (int i = 0; i < N; ++i) mean[j] += data[i * M + j];
    mean[j] /= rows;
  }
  for (int i = 0; i < N; ++i) {
    for (int j = 0; j < M; ++j) data[i * M + j] -= mean[j];
  }
  for (int c = 0; c < M; ++c) {
    for (int d = c; d < M; ++d) {
      cov[c * M + d] = 0.0;
      for (int k = 0; k < N; ++k) cov[c * M + d] += data[k * M + c] * data[k * M + d];
      cov[c * M + d] /= rows - 1.0;
      cov[d * M + c] = cov[c * M + d];
    }
  }
}

}  // namespace polybench::reference
