#pragma once
#include "dse/estimate/area/usage.hpp"

namespace pom::dse {

/// A pipelined loop as hardware: its counters, and what starts and ends its iterations.
struct LoopControl {
  std::vector<std::int64_t> trips;  ///< of the loops that run as one, outermost first
  std::int64_t states = 1;          ///< of an iteration
  std::int64_t interval = 1;
};

Usage measure_loop_control(const LoopControl&, const Target&);

/// So many loops that run as one find out at once which of them start anew.
constexpr std::size_t loops_at_once = 3;

/// States before an iteration begins in which so many loops that run as one find out which of them start anew.
int counting_states(std::size_t loops);

/// A function's states and the modules that it starts and waits for.
struct FunctionControl {
  std::int64_t states = 1, modules = 0;
};

Usage measure_function_control(const FunctionControl&, const Target&);

/// A counter of a loop that is not pipelined.
Usage measure_counter(std::int64_t trip, const Target&);

}  // namespace pom::dse
