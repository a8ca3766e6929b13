#pragma once
#include <string>

#include "../var.hpp"

namespace pom {

/// `s.separate(i1)`: where i1 is the inner loop of a `split` or `tile`, the strips that are full get loops of their own
/// with constant bounds, apart from the partial ones.
///
///     for i0 in [0, 4)                    for i0 in [0, 3)
///       for i1 in [0, min(8, 30-8*i0))      for i1 in [0, 8)
///         s(8*i0 + i1)                →       s(8*i0 + i1)
///                                         for i1 in [0, 6)
///                                           s(24 + i1)
///
/// Strips of loops with constant bounds are separated without being asked; this is for triangular and skewed ones, where
/// whether a strip is full depends on the loops outside it. The order of execution does not change.
/// Refused: an unknown loop, a loop that is not the inner loop of a split that still stands, a nest without a full strip.
/// In hardware: only a loop with a constant trip count can be unrolled, or stand inside a pipelined one.
struct Separate {
  std::string compute;
  LoopRef loop;
};

}  // namespace pom
