#pragma once
#include <string>

#include "../var.hpp"

namespace pom {

/// `s.pipeline(i, II)`: starts an iteration of loop i every II cycles; loops inside i are unrolled completely, as the
/// vendor's tool does.
///
///     for i                  for i
///       for j         →        #pragma HLS pipeline II=1
///         s                    for j (unrolled)
///                                s
///
/// Refused: an unknown loop, II < 1, a loop inside i whose trip count is not constant (the tool would drop the pragma),
/// another pipelined loop outside or inside i, another II for the same shared loop.
/// In hardware: latency falls from trip count · iteration latency to II · (trip count - 1) + iteration latency. The tool
/// keeps every dependence and raises the interval where a recurrence or a memory port demands it.
struct Pipeline {
  std::string compute;
  LoopRef loop;
  int interval = 1;  ///< cycles
};

}  // namespace pom
