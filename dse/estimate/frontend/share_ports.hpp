#pragma once
#include "dse/kernel/kernel.hpp"

namespace pom::dse::estimate {

/// Gives an argument and the parameter it is passed to the same banks, port and stream.
void share_arrays(Kernel&);

/// Sets Array::internal: an argument is a memory of the design unless it is passed from a parameter of the top function
/// or lies between two processes.
void mark_internal(Kernel&);

/// Divides the ports of an external memory among the processes that read it: one port each.
void divide_ports(Kernel&, const Function& region);

}  // namespace pom::dse::estimate
