#include "dot_returned.h"

#include "reference.hpp"

int main() {
  constexpr int most = 256;
  static std::int16_t a[most], b[most];
  Contents contents;
  Comparison comparison;
  for (const int length : {256, 0, 1, 100, 255}) {
    contents.fill(a);
    contents.fill(b);
    std::int64_t sum = 128;
    for (int i = 0; i < length; ++i) sum += static_cast<std::int64_t>(a[i]) * b[i];
    const std::int32_t result = dot_returned(length, a, b);
    comparison.equal("result", static_cast<std::int32_t>(sum >> 8), result);
  }
  return comparison.result();
}
