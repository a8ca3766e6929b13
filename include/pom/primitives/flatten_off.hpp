#pragma once
#include <string>

#include "../var.hpp"

namespace pom {

/// `s.flatten_off(i)`: loop i stays a loop of its own; the vendor's tool runs it as one neither with the loop around it
/// nor with the loop inside.
///
///     for i                    for i
///       for j           →        #pragma HLS loop_flatten off
///         for k                  for j
///           s                      for k: s
///
/// Refused: an unknown loop, a loop inside a pipelined one or one that is unrolled completely: the mark would be lost.
/// In hardware: the loops inside are entered anew by every iteration of i, which costs the depth of their pipeline; in
/// return the counters of fewer loops are built together. A perfect nest of six loops takes hundreds of LUTs to count.
struct FlattenOff {
  std::string compute;
  LoopRef loop;
};

}  // namespace pom
