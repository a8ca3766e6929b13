#pragma once
#include "dse/kernel/kernel.hpp"

namespace pom::dse::estimate {

/// With unsafe math (config_compile -unsafe_math_optimizations): a float to which zero is added is that float, and one
/// that was widened for it has its own width again.
void drop_zero_sums(Function&);

/// Tells whether the expression is the number 0, of whatever width.
bool is_zero(const Function&, int expression);

}  // namespace pom::dse::estimate
