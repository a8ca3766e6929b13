#include "complex_fir.h"

#include <complex>

#include "reference.hpp"

int main() {
  constexpr int taps = 8, outputs = 64;
  Contents contents;
  Comparison comparison;
  for (int round = 0; round < rounds; ++round) {
    float in[2][outputs + taps - 1], tap[2][taps], out[2][outputs];
    contents.fill(in, -1.0, 1.0);
    contents.fill(tap, -1.0, 1.0);
    complex_fir(in[0], in[1], tap[0], tap[1], out[0], out[1]);
    for (int n = 0; n < outputs; ++n) {
      std::complex<double> sum = 0;
      for (int k = 0; k < taps; ++k) {
        const int at = n + taps - 1 - k;
        sum += std::complex<double>(in[0][at], in[1][at]) * std::complex<double>(tap[0][k], tap[1][k]);
      }
      comparison.equal("out_re[" + std::to_string(n) + "]", sum.real(), static_cast<double>(out[0][n]), 2e-6);
      comparison.equal("out_im[" + std::to_string(n) + "]", sum.imag(), static_cast<double>(out[1][n]), 2e-6);
    }
  }
  return comparison.result();
}
