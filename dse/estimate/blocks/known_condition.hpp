#pragma once
#include <optional>

#include "dse/estimate/graph/linear.hpp"

namespace pom::dse::estimate {

/// Evaluates a comparison of loop values that has the same result in all iterations, by range and divisibility; returns
/// nothing for others. This removes "first iteration" and "last iteration" branches from the copies of an unrolled
/// body, as the vendor's tool does.
std::optional<bool> known_condition(const Function&, int expression, Unrolling&);

}  // namespace pom::dse::estimate
