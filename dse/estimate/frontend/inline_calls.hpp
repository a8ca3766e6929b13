#pragma once
#include "dse/kernel/kernel.hpp"

namespace pom::dse::estimate {

/// Inlines calls, where a directive asks for it and where the tool does so by itself: functions of few operations.
/// Processes of a dataflow region remain modules unless a directive asks.
void inline_calls(Kernel&);

}  // namespace pom::dse::estimate
