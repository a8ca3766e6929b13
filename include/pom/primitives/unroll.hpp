#pragma once
#include <cstdint>
#include <string>

#include "../var.hpp"

namespace pom {

/// `s.unroll(i, factor)`: replicates the body of loop i; -1 or the trip count unrolls completely.
///
///     for i in [0, 4)          s(0); s(1); s(2); s(3)
///       s(i)             →     (#pragma HLS unroll)
///
/// Refused: an unknown loop, a factor of 0 or below -1, a factor above the trip count, complete unrolling of a loop whose
/// trip count is not constant, another factor for the same shared loop.
/// In hardware: one operator per copy, as long as the memory ports can feed them; see `partition`.
struct Unroll {
  std::string compute;
  LoopRef loop;
  std::int64_t factor = -1;
};

}  // namespace pom
