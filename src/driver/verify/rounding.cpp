#include "driver/verify/rounding.hpp"

#include <algorithm>
#include <cfenv>
#include <cmath>

#include "driver/verify/compare_memories.hpp"
#include "dsl/model/floats.hpp"
#include "dsl/model/number.hpp"

namespace pom::driver {

namespace {

/// Rounding errors of another order may be larger than those of this one, but sums of both move together.
constexpr double margin = 4;

/// What the rounding direction moves an element by.
double spread(const Type& type, const Roundings& all, int array, std::size_t at) {
  double low = INFINITY, high = -INFINITY;
  for (const dsl::Memory& memory : all) {
    const double value = real_value(type, &memory.arrays[array][at]);
    if (std::isnan(value)) return INFINITY;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  return low == high ? 0 : high - low;
}

}  // namespace

const std::vector<int>& rounding_directions() {
  static const std::vector<int> all = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD};
  return all;
}

RoundingDirection::RoundingDirection(int direction) : before_(std::fegetround()) { std::fesetround(direction); }
RoundingDirection::~RoundingDirection() { std::fesetround(before_); }

RoundingComparison::RoundingComparison(const dsl::Function& program)
    : program_(program), follows_floats_(dsl::follow_from_floats(program)) {}

bool RoundingComparison::agrees(int array, const Roundings& expected, const Roundings& got, std::size_t at) {
  const Type& type = program_.arrays[array]->type;
  const double a = real_value(type, &expected.front().arrays[array][at]),
               b = real_value(type, &got.front().arrays[array][at]);
  if (std::isnan(a) && std::isnan(b)) return true;
  const double apart = std::fabs(a - b);
  const double allowed = margin * (spread(type, expected, array, at) + spread(type, got, array, at)) +
                         (type.is_float() ? 0 : std::ldexp(1.0, -dsl::fraction_bits(type)));
  if (!(apart <= allowed)) return false;
  if (type.is_float() && std::isfinite(apart) && apart > 0)
    largest_ = std::max(largest_, apart / std::max(std::fabs(a), std::fabs(b)));
  return true;
}

std::string RoundingComparison::first_difference(const Roundings& expected, const Roundings& got,
                                                 const std::string& where) {
  return driver::first_difference(program_, expected.front(), got.front(), where, [&](int a, std::size_t at) {
    return follows_floats_[a] && agrees(a, expected, got, at);
  });
}

}  // namespace pom::driver
