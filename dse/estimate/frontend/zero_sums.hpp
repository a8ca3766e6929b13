#pragma once
#include "dse/kernel/kernel.hpp"

namespace pom::dse::estimate {

/// With unsafe math (config_compile -unsafe_math_optimizations): a float to which zero is added is that float, and one
/// that was widened for it has its own width again.
void drop_zero_sums(Function&);

}  // namespace pom::dse::estimate
