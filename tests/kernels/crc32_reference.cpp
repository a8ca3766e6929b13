#include "crc32.h"

#include <cstring>

#include "reference.hpp"

namespace {

/// Bit by bit.
std::uint32_t crc_of(const std::uint8_t* bytes, int count) {
  std::uint32_t crc = ~0u;
  for (int n = 0; n < count; ++n) {
    crc ^= bytes[n];
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ (0xEDB88320u & (0u - (crc & 1u)));
  }
  return ~crc;
}

}  // namespace

int main() {
  Contents contents;
  Comparison comparison;
  comparison.equal("the check value of CRC-32", 0xCBF43926u,
                   crc_of(reinterpret_cast<const std::uint8_t*>("123456789"), 9));
  for (int round = 0; round < rounds; ++round) {
    static std::uint8_t message[8][32];
    static std::uint32_t expected[8], actual[8];
    contents.fill(message);
    if (round == 0) std::memset(message, 0, sizeof message);
    for (int m = 0; m < 8; ++m) expected[m] = crc_of(message[m], 32);
    crc32(message, actual);
    comparison.equal("crc", expected, actual);
  }
  return comparison.result();
}
