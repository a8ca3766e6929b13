#pragma once
#include <vector>

#include "dse/kernel/kernel.hpp"

namespace pom::dse {

/// Bits that the values of each integer expression need, at most those of its type: the tool narrows counters,
/// constants and what is computed from them. Loops with constant bounds count with their range.
std::vector<int> find_value_bits(const Function&);

}  // namespace pom::dse
