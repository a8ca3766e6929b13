#pragma once
#include <string>

#include "dse/devices/tables/target.hpp"
#include "polyhedral/loops/loop_tree.hpp"

namespace pom::driver {

/// The estimated latency in cycles as a polynomial of the parameters: "9/8 N^2 + 3 N + 14, for N a multiple of 8 from
/// 16 on". Trips of nested loops make polynomials, strips such that hold for sizes a multiple of their length apart.
/// The polynomial is fixed by estimates at as many sizes as its degree asks for and holds at others that check it, down
/// to the least that it says. Empty: there are no parameters, one has too small a range, there is no estimate, or no
/// polynomial passes.
std::string latency_formula(const poly::LoopTree&, const dse::devices::Target&);

}  // namespace pom::driver
