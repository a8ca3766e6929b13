#pragma once
#include <cstdint>

namespace pom {

/// ⌊value / divisor⌋, where C++ truncates towards zero. divisor ≠ 0.
inline std::int64_t floor_division(std::int64_t value, std::int64_t divisor) {
  return value / divisor - (value % divisor != 0 && (value < 0) != (divisor < 0) ? 1 : 0);
}

/// ⌈value / divisor⌉. divisor ≠ 0.
inline std::int64_t ceiling_division(std::int64_t value, std::int64_t divisor) {
  return -floor_division(-value, divisor);
}

}  // namespace pom
