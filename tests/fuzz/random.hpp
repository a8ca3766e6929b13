#pragma once
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace pom::fuzz {

/// Splitmix64. The standard's distributions differ between libraries; a seed must mean the same case everywhere.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u + 0x2545f4914f6cdd1du) {}

  /// low … high, both included.
  int pick(int low, int high) {
    return low + static_cast<int>(next() % static_cast<std::uint64_t>(static_cast<std::int64_t>(high) - low + 1));
  }
  bool chance(int percent) { return pick(1, 100) <= percent; }

  template <class T>
  const T& one_of(const std::vector<T>& choices) {
    return choices[static_cast<std::size_t>(pick(0, static_cast<int>(choices.size()) - 1))];
  }

  /// The index of one of the weights, chosen in proportion to it.
  int weighted(const std::vector<int>& weights) {
    int total = 0;
    for (int weight : weights) total += weight;
    int at = pick(1, total), n = 0;
    while (at > weights[n]) at -= weights[n++];
    return n;
  }

 private:
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

}  // namespace pom::fuzz
