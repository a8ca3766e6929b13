#include "fft8.h"

#include <complex>

#include "reference.hpp"

int main() {
  constexpr int frames = 16, points = 8;
  const int reversed[points] = {0, 4, 2, 6, 1, 5, 3, 7};
  Contents contents;
  Comparison comparison;
  for (int round = 0; round < rounds; ++round) {
    float samples[2][frames][points], in[2][frames][points], real[frames][points], imaginary[frames][points];
    contents.fill(samples, -1.0, 1.0);
    for (int f = 0; f < frames; ++f) {
      for (int n = 0; n < points; ++n) {
        in[0][f][n] = samples[0][f][reversed[n]];
        in[1][f][n] = samples[1][f][reversed[n]];
      }
    }
    fft8(in[0], in[1], real, imaginary);
    for (int f = 0; f < frames; ++f) {
      for (int k = 0; k < points; ++k) {
        // The definition: the sum over all samples.
        std::complex<double> sum = 0;
        for (int n = 0; n < points; ++n)
          sum +=
              std::complex<double>(samples[0][f][n], samples[1][f][n]) * std::polar(1.0, -std::acos(-1.0) / 4 * n * k);
        comparison.equal("re", sum.real(), static_cast<double>(real[f][k]), 1e-6);
        comparison.equal("im", sum.imag(), static_cast<double>(imaginary[f][k]), 1e-6);
      }
    }
  }
  return comparison.result();
}
