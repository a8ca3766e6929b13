#pragma once
#include <cmath>

#include "arguments.hpp"

namespace polybench::reference {

inline void correlation(Dataset dataset, Arguments& a) {
  const int M = pick(dataset, 28, 80, 240, 1200, 2600);
  const int N = pick(dataset, 32, 100, 260, 1400, 3000);
  double* data = a.array("data");
  double* corr = a.array("corr");
  double* mean = a.array("mean");
  double* stddev = a.array("stddev");
  const double rows = N, eps = 0.1;

  for (int j = 0; j < M; ++j) {
    mean[j] = 0.0;
    for (int i = 0; i < N; ++i) mean[j] += data[i * M + j];
    mean[j] /= rows;
  }
  for (int j = 0; j < M; ++j) {
    stddev[j] = 0.0;
    for (int i = 0; i < N; ++i) {
      stddev[j] += (data[i * M + j] - mean[j]) * (data[i * M + j] - mean[j]);
    }
    stddev[j] /= rows;
    stddev[j] = std::sqrt(stddev[j]);
    if (stddev[j] <= eps) stddev[j] = 1.0;
  }
  for (int i = 0; i < N; ++i) {
    for (int j = 0; j < M; ++j) {
      data[i * M + j] -= mean[j];
      data[i * M + j] /= std::sqrt(rows) * stddev[j];
    }
  }
  for (int c = 0; c < M - 1; ++c) {
    corr[c * M + c] = 1.0;
    for (int d = c + 1; d < M; ++d) {
      corr[c * M + d] = 0.0;
      for (int k = 0; k < N; ++k) corr[c * M + d] += data[k * M + c] * data[k * M + d];
      corr[d * M + c] = corr[c * M + d];
    }
  }
  corr[M * M - 1] = 1.0;
}

/// One column is constant: its deviation is 0, and the guard against division by it is at work.
inline void prepare_correlation(Dataset dataset, Arguments& a) {
  const int M = pick(dataset, 28, 80, 240, 1200, 2600);
  const int N = pick(dataset, 32, 100, 260, 1400, 3000);
  double* data = a.array("data");
  for (int i = 0; i < N; ++i) data[i * M + 3] = 1.25;
}

}  // namespace polybench::reference
