#include "cordic.h"

#include "reference.hpp"

int main() {
  constexpr int count = 256;
  Contents contents;
  Comparison comparison;
  for (int round = 0; round < rounds; ++round) {
    std::int16_t angle[count];
    std::int32_t cosine[count], sine[count];
    contents.fill(angle, -25735, 25735);  // a quarter turn to either side
    cordic(angle, cosine, sine);
    for (int n = 0; n < count; ++n) {
      const double exact = angle[n] / 16384.0;
      // 14 steps leave an angle of 2^-13 at most, and each rounds once.
      comparison.equal("cosine", std::cos(exact), cosine[n] / 16384.0, 0.0012);
      comparison.equal("sine", std::sin(exact), sine[n] / 16384.0, 0.0012);
    }
  }
  return comparison.result();
}
