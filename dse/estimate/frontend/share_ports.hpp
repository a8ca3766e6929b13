#pragma once
#include "dse/kernel/kernel.hpp"

namespace pom::dse {

/// Banks, ports and streams of an argument and of the parameter that it is handed on as are the same.
void share_arrays(Kernel&);

/// Which arguments are memories of the design: all but those of the top function, and what these are handed on as.
void mark_internal(Kernel&);

/// Processes that read the same memory outside divide its ports: one each.
void divide_ports(Kernel&, const Function& region);

}  // namespace pom::dse
