#include "driver/verify/end_class.hpp"

#include <algorithm>
#include <numeric>

namespace pom::driver {

void EndClass::add(const std::string& name, std::int64_t from, std::int64_t by) {
  start = names.empty() ? from : std::max(start, from);
  factor = combine_factors(factor, by);
  strip = std::max(strip, by);
  names.insert(name);
}

std::int64_t combine_factors(std::int64_t a, std::int64_t b) {
  constexpr std::int64_t largest = 128;
  const std::int64_t common = std::lcm(a, b);
  return common <= largest ? common : std::max(a, b);
}

std::int64_t clip(std::int64_t end, const EndClass& loops, std::int64_t trips, std::int64_t strips) {
  if (strips == 0) return std::min(end, loops.start + std::max(trips, loops.strip + 1));
  const std::int64_t kept = std::max(trips, loops.factor > 1 ? strips * loops.factor : 1);
  const std::int64_t spare = end - loops.start - kept;
  return spare <= 0 ? end : end - spare / loops.factor * loops.factor;
}

}  // namespace pom::driver
