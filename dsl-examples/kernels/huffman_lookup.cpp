// Huffman decoding by a table: the next eight bits say which symbol they begin with, and how many bits it has. Where
// the next symbol begins is known only then.
#include <vector>

#include <pom/pom.hpp>
using namespace pom;

int main() {
  constexpr int bytes = 64, symbols = 96, last = 8 * (bytes - 2);
  // Canonical code: the lengths of symbols 0 … 11, shorter codes first.
  const std::vector<int> lengths = {2, 2, 3, 4, 4, 5, 5, 6, 7, 8, 8, 4};
  std::vector<int> symbol_of(256), length_of(256);
  int place = 0;
  for (int length = 1; length <= 8; ++length) {
    for (int symbol = 0; symbol < static_cast<int>(lengths.size()); ++symbol) {
      if (lengths[symbol] != length) continue;
      for (int n = 0; n < 256 >> length; ++n, ++place) {
        symbol_of[place] = symbol;
        length_of[place] = length;
      }
    }
  }
  while (place < 256) length_of[place++] = 8;

  init("huffman_lookup");
  var i("i", 0, symbols);
  placeholder stream("stream", {bytes}, p_uint8), symbol("symbol", {symbols}, p_uint8),
      at("at", {symbols + 1}, p_int32), S("S", {256}, p_uint8), L("L", {256}, p_uint8);
  S.values(symbol_of);
  L.values(length_of);
  at.local();
  at.assume(0, last);

  const expr window = ((stream(at(i) >> 3) << 8 | stream((at(i) >> 3) + 1)) >> (8 - (at(i) & 7))) & 255;
  var zero("zero", 0, 1);
  compute begin("begin", {zero}, 0, at(zero));
  compute decode("decode", {i}, S(window), symbol(i));
  compute advance("advance", {i}, p_min(at(i) + L(window), last), at(i + 1));
  advance.after(decode, i);

  decode.pipeline(i, 8);
  codegen();
}
