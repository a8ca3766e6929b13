#include "gather.h"

#include "reference.hpp"

int main() {
  Contents contents;
  Comparison comparison;
  for (int round = 0; round < rounds; ++round) {
    static float signal[256], weight[128], actual[128], expected[128];
    static std::uint16_t place[128];
    contents.fill(signal);
    contents.fill(weight, 0.0, 1.0);
    contents.fill(place, 0, 254);
    place[0] = 0, place[1] = 254;
    for (int i = 0; i < 128; ++i) {
      const double a = signal[place[i]], b = signal[place[i] + 1], w = weight[i];
      expected[i] = static_cast<float>(a + w * (b - a));
    }
    gather(signal, place, weight, actual);
    comparison.equal("out", expected, actual, 1e-4);
  }
  return comparison.result();
}
