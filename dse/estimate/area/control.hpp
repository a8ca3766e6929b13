#pragma once
#include "dse/estimate/area/usage.hpp"

namespace pom::dse::estimate {

/// The control logic of a pipelined loop: its counters, and what starts and ends its iterations.
struct LoopControl {
  std::vector<std::int64_t> trips;  ///< trip counts of the flattened loops, outermost first
  std::int64_t states = 1;          ///< latency of an iteration in states
  std::int64_t interval = 1;
};

Usage measure_loop_control(const LoopControl&, const devices::Target&);

/// Returns the states before an iteration in which the restarting loops of a flattened nest are determined.
int counting_states(std::size_t loops);

/// The control logic of a function: its states, and the modules that it starts and waits for.
struct FunctionControl {
  std::int64_t states = 1, modules = 0;
};

Usage measure_function_control(const FunctionControl&, const devices::Target&);

/// Costs the counter of a loop that is not pipelined.
Usage measure_counter(std::int64_t trip, const devices::Target&);

}  // namespace pom::dse::estimate
