#pragma once
#include "dse/dataflow/network.hpp"

namespace pom::test {

/// Runs a network one cycle at a time, from the rules alone: in every cycle, each process takes one step of its own if
/// all tokens and places that it needs were there at the end of the cycle before.
struct CycleRun {
  std::int64_t latency = 0;
  std::vector<std::int64_t> done;
  bool deadlock = false;
};

CycleRun run_cycle_by_cycle(const dse::dataflow::Network&, const dse::dataflow::Depths&);

}  // namespace pom::test
