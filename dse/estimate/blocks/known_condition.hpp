#pragma once
#include <optional>

#include "dse/estimate/graph/linear.hpp"

namespace pom::dse::estimate {

/// Evaluates a comparison of loop values that has the same result in all iterations, by range and divisibility; returns
/// nothing for others. This removes "first iteration" and "last iteration" branches from the copies of an unrolled
/// body, as the vendor's tool does.
std::optional<bool> known_condition(const Function&, int expression, Unrolling&);

/// The value of an integer expression that is linear in the loop values, or nothing. Of a choice by a condition that is
/// known, that of the arm: an index at a border of a picture is a number in each copy of an unrolled body.
std::optional<Linear> known_value(const Function&, int expression, Unrolling&);

}  // namespace pom::dse::estimate
