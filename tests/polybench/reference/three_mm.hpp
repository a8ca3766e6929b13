#pragma once
#include "arguments.hpp"

namespace polybench::reference {

inline void three_mm(Dataset dataset, Arguments& a) {
  const int NI = pick(dataset, 16, 40, 180, 800, 1600);
  const int NJ = pick(dataset, 18, 50, 190, 900, 1800);
  const int NK = pick(dataset, 20, 60, 200, 1000, 2000);
  const int NL = pick(dataset, 22, 70, 210, 1100, 2200);
  const int NM = pick(dataset, 24, 80, 220, 1200, 2400);
  const double* A = a.array("A");
  const double* B = a.array("B");
  const double* C = a.array("C");
  const double* D = a.array("D");
  double* E = a.array("E");
  double* F = a.array("F");
  double* G = a.array("G");

  // left (rows x depth) times right (depth x columns)
  const auto multiply = [](const double* left, const double* right, double* product, int rows, int columns, int depth) {
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < columns; ++j) {
        product[i * columns + j] = 0.0;
        for (int k = 0; k < depth; ++k) product[i * columns + j] += left[i * depth + k] * right[k * columns + j];
      }
    }
  };

  multiply(A, B, E, NI, NJ, NK);
  multiply(C, D, F, NJ, NL, NM);
  multiply(E, F, G, NI, NL, NJ);
}

}  // namespace polybench::reference
