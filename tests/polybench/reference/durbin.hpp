#pragma once
#include "arguments.hpp"

namespace polybench::reference {

inline void durbin(Dataset dataset, Arguments& a) {
  const int N = pick(dataset, 40, 120, 400, 2000, 4000);
  const double* r = a.array("r");
  double* y = a.array("y");
  double* z = a.array("z");
  double& alpha = *a.array("alpha");
  double& beta = *a.array("beta");
  double& sum = *a.array("sum");

  y[0] = -r[0];
  beta = 1.0;
  alpha = -r[0];
  for (int k = 1; k < N; ++k) {
    beta = (1.0 - alpha * alpha) * beta;
    sum = 0.0;
    for (int i = 0; i < k; ++i) sum += r[k - 1 - i] * y[i];
    alpha = -(r[k] + sum) / beta;
    for (int i = 0; i < k; ++i) z[i] = y[i] + alpha * y[k - 1 - i];
    for (int i = 0; i < k; ++i) y[i] = z[i];
    y[k] = alpha;
  }
}

/// Correlations that fall with the distance: the Toeplitz matrix is dominated by its diagonal of ones, beta stays
/// positive.
inline void prepare_durbin(Dataset dataset, Arguments& a) {
  const int N = pick(dataset, 40, 120, 400, 2000, 4000);
  double* r = a.array("r");
  for (int k = 0; k < N; ++k) r[k] *= 0.2 / ((k + 1.0) * (k + 1.0));
}

}  // namespace polybench::reference
