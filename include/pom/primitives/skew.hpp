#pragma once
#include <cstdint>
#include <string>

#include "../var.hpp"

namespace pom {

/// `s.skew(i, j, f1, f2, i2, j2)`: new loops i2 = i and j2 = f1·i + f2·j, at the places of i and j.
///
///     for i in [0, N)          for i2 in [0, N)
///       for j in [0, M)   →      for j2 in [f1·i2, f1·i2 + f2·(M-1)] step f2
///         s(i, j)                  s(i2, (j2 - f1·i2) / f2)
///
/// i must stand outside j. Names default to those of the old loops. f1 may be negative.
/// Refused: an unknown loop, j not inside i, f1 = 0, f2 < 1, a violated dependence, a marked loop.
/// In hardware: a dependence distance (1,-1) becomes (1, f1-f2): after an interchange the inner loop runs along a
/// wavefront and carries nothing (POM, section VI-A).
struct Skew {
  std::string compute;
  LoopRef outer, inner;
  std::int64_t outer_factor = 1, inner_factor = 1;
  std::string new_outer, new_inner;  ///< empty: the old names
};

}  // namespace pom
