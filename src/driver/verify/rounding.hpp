#pragma once
#include <string>
#include <vector>

#include "dsl/execute/interpret.hpp"

namespace pom::driver {

/// What one execution makes of equal inputs under several rounding directions; the first is to nearest.
using Roundings = std::vector<dsl::Memory>;

/// Runs `execute(memory)` on copies of the memory, to nearest, upward and downward: results move by about what the
/// rounding errors of their own operations add up to, whatever stands between a sum and the result (W. Kahan, "How
/// Futile are Mindless Assessments of Roundoff in Floating-Point Computation?", 2006, section 5).
template <class Execute>
Roundings execute_in_all_directions(const dsl::Memory& initial, const Execute& execute);

/// Compares results of sums that were taken in another order, in programs without 16-bit floats: those are rounded by
/// code, which no direction reaches.
class RoundingComparison {
 public:
  explicit RoundingComparison(const dsl::Function&);

  /// The first element that differs by more than `margin` times what the rounding direction moves it in both executions
  /// together, as first_difference says it; integers and fixed-point numbers that follow from floats may be one step
  /// further apart, all others are equal bit for bit.
  std::string first_difference(const Roundings& expected, const Roundings& got, const std::string& where);

  /// Of the floats that were compared, the largest relative difference.
  double largest() const { return largest_; }

 private:
  bool agrees(int array, const Roundings& expected, const Roundings& got, std::size_t at);

  const dsl::Function& program_;
  std::vector<bool> follows_floats_;  ///< by array: what is stored follows from floats
  double largest_ = 0;
};

/// Sets the processor's rounding direction and sets back the one before.
class RoundingDirection {
 public:
  explicit RoundingDirection(int direction);
  ~RoundingDirection();
  RoundingDirection(const RoundingDirection&) = delete;
  RoundingDirection& operator=(const RoundingDirection&) = delete;

 private:
  int before_;
};

const std::vector<int>& rounding_directions();

template <class Execute>
Roundings execute_in_all_directions(const dsl::Memory& initial, const Execute& execute) {
  Roundings all;
  for (const int direction : rounding_directions()) {
    all.push_back(initial);
    const RoundingDirection set(direction);
    execute(all.back());
  }
  return all;
}

}  // namespace pom::driver
