#pragma once
#include <cstdint>
#include <vector>

namespace pom::dse::estimate {

/// A loop whose iterations overlap in a block.
struct RunningLoop {
  int id = -1;
  std::int64_t step = 1, trip = 1;
};

/// The loops whose iterations overlap in a block, and how the tool came to them; none: the block is not pipelined.
struct PipelinedLoops {
  std::vector<RunningLoop> loops;  ///< innermost first; addresses that change with them are computed in every iteration
  bool late_copies = false;        ///< the tool unrolls loops inside by itself, after it looked for registers
  bool late_choices = false;       ///< what is chosen between a float before the loop and the carried one is a register
  bool runs_again = false;         ///< the nest runs several times: in a loop around it, or in several copies
};

}  // namespace pom::dse::estimate
