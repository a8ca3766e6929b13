#include "polar.h"

#include <complex>

#include "reference.hpp"

int main() {
  constexpr int count = 128;
  Contents contents;
  Comparison comparison;
  for (int round = 0; round < rounds; ++round) {
    float radius[count], angle[count], radius_again[count], angle_again[count], real[count], imaginary[count];
    contents.fill(radius, 0.1, 100.0);
    contents.fill(angle, -3.1, 3.1);
    polar(radius, angle, radius_again, angle_again, real, imaginary);
    for (int n = 0; n < count; ++n) {
      const std::complex<double> exact = std::polar<double>(radius[n], angle[n]);
      comparison.equal("re", exact.real(), static_cast<double>(real[n]), 5e-5);
      comparison.equal("im", exact.imag(), static_cast<double>(imaginary[n]), 5e-5);
    }
    comparison.equal("radius", radius, radius_again, 2e-6);
    comparison.equal("angle", angle, angle_again, 2e-6);
  }
  return comparison.result();
}
