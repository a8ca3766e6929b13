#include "fft.h"

#include "reference.hpp"

int main() {
  constexpr int n = 64;
  const double turn = -2 * std::acos(-1.0) / n;
  Contents contents;
  Comparison comparison;
  for (int round = 0; round < rounds; ++round) {
    static float xr[n], xi[n], yr[n], yi[n], expected_r[n], expected_i[n];
    contents.fill(xr, -1.0, 1.0);
    contents.fill(xi, -1.0, 1.0);
    for (int k = 0; k < n; ++k) {
      double re = 0, im = 0;
      for (int t = 0; t < n; ++t) {
        const double c = std::cos(turn * k * t), s = std::sin(turn * k * t);
        re += xr[t] * c - xi[t] * s;
        im += xr[t] * s + xi[t] * c;
      }
      expected_r[k] = static_cast<float>(re);
      expected_i[k] = static_cast<float>(im);
    }
    fft(xr, xi, yr, yi);
    comparison.equal("yr", expected_r, yr, 1e-4);
    comparison.equal("yi", expected_i, yi, 1e-4);
  }
  return comparison.result();
}
