#include "gated_gelu.h"

#include "reference.hpp"

int main() {
  constexpr int inputs = 24, outputs = 16;
  Contents contents;
  Comparison comparison;
  for (int round = 0; round < rounds; ++round) {
    float x[inputs], value[inputs][outputs], gate[inputs][outputs], bias[outputs], actual[outputs];
    contents.fill(x, -1.0, 1.0);
    contents.fill(value, -1.0, 1.0);
    contents.fill(gate, -1.0, 1.0);
    contents.fill(bias, -2.0, 2.0);
    gated_gelu(x, value, gate, bias, actual);
    for (int o = 0; o < outputs; ++o) {
      double a = bias[o], b = 0;
      for (int k = 0; k < inputs; ++k) {
        a += static_cast<double>(x[k]) * value[k][o];
        b += static_cast<double>(x[k]) * gate[k][o];
      }
      // The normal distribution's share below a, times a, by the complementary error function.
      const double expected = a * 0.5 * std::erfc(-a / std::sqrt(2.0)) / (1 + std::exp(-b));
      comparison.equal("y[" + std::to_string(o) + "]", expected, static_cast<double>(actual[o]), 2e-6);
    }
  }
  return comparison.result();
}
