#pragma once
#include "dse/kernel/kernel.hpp"

namespace pom::dse {

/// Programs as written: an element that loops change again and again, and do not move, is a variable while they run. It
/// is loaded before the outermost of them, unless the statement before sets it, and stored after.
void promote_sums(Function&);

}  // namespace pom::dse
