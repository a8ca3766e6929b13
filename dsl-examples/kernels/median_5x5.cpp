// The median of the 5 × 5 pixels around each: 25 values go through a sorting network that C++ builds, one comparator
// after the other. What the middle output does not need is no part of its value.
#include <utility>
#include <vector>

#include <pom/pom.hpp>
using namespace pom;

namespace {

/// Batcher's odd-even merge sort for any number of inputs (Knuth, The Art of Computer Programming, 5.2.2, algorithm M).
std::vector<std::pair<int, int>> merge_exchange(int n) {
  std::vector<std::pair<int, int>> comparators;
  int top = 1;
  while (top < n) top *= 2;
  top /= 2;
  for (int p = top; p > 0; p /= 2) {
    int q = top, r = 0, d = p;
    while (true) {
      for (int i = 0; i < n - d; ++i) {
        if ((i & p) == r) comparators.emplace_back(i, i + d);
      }
      if (q == p) break;
      d = q - p;
      q /= 2;
      r = p;
    }
  }
  return comparators;
}

}  // namespace

int main() {
  constexpr int rows = 12, columns = 16;
  init("median_5x5");
  var y("y", 2, rows - 2), x("x", 2, columns - 2);
  placeholder image("image", {rows, columns}, p_uint8), median("median", {rows, columns}, p_uint8);

  std::vector<expr> wires;
  for (int dy = -2; dy <= 2; ++dy) {
    for (int dx = -2; dx <= 2; ++dx) wires.push_back(image(y + dy, x + dx));
  }
  for (const auto& [low, high] : merge_exchange(25)) {
    const expr smaller = p_min(wires[low], wires[high]), larger = p_max(wires[low], wires[high]);
    wires[low] = smaller;
    wires[high] = larger;
  }
  compute filter("filter", {y, x}, wires[12], median(y, x));

  filter.pipeline(x, 1);
  image.partition({5, 5}, "cyclic");
  codegen();
}
