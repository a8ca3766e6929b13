#pragma once
#include <cstdint>
#include <string>

#include "../var.hpp"

namespace pom {

/// `s.peel(i, n)`: the first n values of loop i get a loop of their own in front; a negative n peels the last ones.
///
///     for i in [0, N)          for i in [0, n)
///       s(i)             →       s(i)
///                              for i in [n, N)
///                                s(i)
///
/// The order of execution does not change. Statements that share the loop are cut at the same place.
/// Refused: an unknown loop, n = 0, an n that leaves no iteration.
/// In hardware: takes the iterations with special cases (borders, a first write) out of the loop that is pipelined, and
/// with them its guards.
struct Peel {
  std::string compute;
  LoopRef loop;
  std::int64_t count = 0;  ///< values of the loop; < 0: at its end
};

}  // namespace pom
