#include "conv_requantised.h"

#include <algorithm>

#include "reference.hpp"

namespace {

constexpr int channels = 4, filters = 8, size = 12;

struct Layer {
  std::int8_t in[channels][size + 2][size + 2], weight[filters][channels][3][3];
  std::int32_t bias[filters];
  std::int16_t factor[filters];
};

std::int8_t convolve(const Layer& layer, int f, int y, int x) {
  std::int64_t sum = layer.bias[f];
  for (int c = 0; c < channels; ++c)
    for (int p = 0; p < 3; ++p)
      for (int q = 0; q < 3; ++q) sum += layer.in[c][y + p][x + q] * layer.weight[f][c][p][q];
  // Half of the last place is added, then everything below it falls away: rounding to nearest, ties up.
  const double scaled = std::floor((static_cast<double>(sum) * layer.factor[f] + 2048) / 4096);
  return static_cast<std::int8_t>(std::clamp(scaled, -128.0, 127.0));
}

}  // namespace

int main() {
  Contents contents;
  Comparison comparison;
  for (int round = 0; round < rounds; ++round) {
    static Layer layer;
    static std::int8_t expected[filters][size][size], actual[filters][size][size];
    contents.fill(layer.in);
    contents.fill(layer.weight);
    contents.fill(layer.bias, -100'000, 100'000);
    contents.fill(layer.factor, 1, 20);
    for (int f = 0; f < filters; ++f)
      for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x) expected[f][y][x] = convolve(layer, f, y, x);
    conv_requantised(layer.in, layer.weight, layer.bias, layer.factor, actual);
    comparison.equal("out", expected, actual);
  }
  return comparison.result();
}
