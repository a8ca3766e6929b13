#pragma once
#include "arguments.hpp"

namespace polybench::reference {

inline void two_mm(Dataset dataset, Arguments& a) {
  const int NI = pick(dataset, 16, 40, 180, 800, 1600);
  const int NJ = pick(dataset, 18, 50, 190, 900, 1800);
  const int NK = pick(dataset, 22, 70, 210, 1100, 2200);
  const int NL = pick(dataset, 24, 80, 220, 1200, 2400);
  const double* A = a.array("A");
  const double* B = a.array("B");
  const double* C = a.array("C");
  double* tmp = a.array("tmp");
  double* D = a.array("D");
  const double alpha = 1.5, beta = 1.2;

  for (int i = 0; i < NI; ++i) {
    for (int j = 0; j < NJ; ++j) {
      tmp[i * NJ + j] = 0.0;
      for (int k = 0; k < NK; ++k) tmp[i * NJ + j] += alpha * A[i * NK + k] * B[k * NJ + j];
    }
  }
  for (int i = 0; i < NI; ++i) {
    for (int l = 0; l < NL; ++l) {
      D[i * NL + l] *= beta;
      for (int j = 0; j < NJ; ++j) D[i * NL + l] += tmp[i * NJ + j] * C[j * NL + l];
    }
  }
}

}  // namespace polybench::reference
