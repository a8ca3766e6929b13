#pragma once
#include <vector>

#include "dse/kernel/kernel.hpp"

namespace pom::dse::estimate {

/// Computes the width in bits that the values of each integer expression need, at most the width of its type. The tool
/// narrows counters, constants and what is computed from them. The range of a loop with constant bounds determines its
/// width.
std::vector<int> find_value_bits(const Function&);

}  // namespace pom::dse::estimate
