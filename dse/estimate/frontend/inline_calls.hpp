#pragma once
#include "dse/kernel/kernel.hpp"

namespace pom::dse {

/// Replaces calls by the bodies of what they call, where the directive asks for it or the tool does it by itself:
/// a function of few operations. Processes of a dataflow region stay modules unless the directive asks.
void inline_calls(Kernel&);

}  // namespace pom::dse
