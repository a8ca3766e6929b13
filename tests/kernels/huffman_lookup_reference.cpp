#include "huffman_lookup.h"

#include <vector>

#include "reference.hpp"

namespace {

constexpr int bytes = 64, symbols = 96, last = 8 * (bytes - 2);
constexpr int lengths[12] = {2, 2, 3, 4, 4, 5, 5, 6, 7, 8, 8, 4};

/// The code words of the canonical code, by symbol.
std::vector<int> make_codes() {
  std::vector<int> codes(12);
  int code = 0;
  for (int length = 1; length <= 8; ++length, code <<= 1) {
    for (int symbol = 0; symbol < 12; ++symbol) {
      if (lengths[symbol] == length) codes[symbol] = code++;
    }
  }
  return codes;
}

}  // namespace

// Symbols are written as bits; the kernel must find them again.
int main() {
  Contents contents;
  Comparison comparison;
  const std::vector<int> codes = make_codes();
  for (int round = 0; round < rounds; ++round) {
    static std::uint8_t stream[bytes], actual[symbols];
    std::vector<std::uint8_t> written;
    std::vector<int> bits;
    while (written.size() < symbols) {
      std::uint8_t symbol = 0;
      contents.fill(symbol, 0, 11);
      if (bits.size() + 8 > static_cast<std::size_t>(last)) break;
      written.push_back(symbol);
      for (int bit = lengths[symbol] - 1; bit >= 0; --bit) bits.push_back(codes[symbol] >> bit & 1);
    }
    bits.resize(8 * bytes);
    for (std::size_t n = 0; n < bytes; ++n) {
      stream[n] = 0;
      for (std::size_t bit = 0; bit < 8; ++bit)
        stream[n] = static_cast<std::uint8_t>(stream[n] << 1 | bits[8 * n + bit]);
    }
    huffman_lookup(stream, actual);
    for (std::size_t n = 0; n < written.size(); ++n)
      comparison.equal("symbol[" + std::to_string(n) + "]", written[n], actual[n]);
  }
  return comparison.result();
}
