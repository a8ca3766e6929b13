#include "yardstick.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <vector>

double yardstick_seconds() {
  constexpr std::size_t numbers = 2'000'000, entries = 200'000;
  const auto start = std::chrono::steady_clock::now();
  std::vector<std::uint64_t> random(numbers);
  std::uint64_t state = 88172645463325252ULL;  // xorshift64
  for (std::uint64_t& number : random) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    number = state;
  }
  std::map<std::uint64_t, std::vector<int>> map;
  for (std::size_t n = 0; n < entries; ++n) map[random[n] >> 46].push_back(static_cast<int>(n));
  std::size_t found = 0;
  for (std::size_t n = 0; n < numbers; ++n) found += map.count(random[n] >> 46);
  std::sort(random.begin(), random.end());
  volatile std::uint64_t kept = random[found % numbers];  // the task is not to be left out
  static_cast<void>(kept);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}
