#pragma once
#include <cstdint>
#include <string>

#include "../var.hpp"

namespace pom {

/// `s.shift(i, d)`: delays compute s by d iterations of loop i (a negative d brings it forward).
///
///     for i in [0, N)          for i in [0, N + 1)
///       s1(i)            →       if (i < N)  s1(i)
///       s2(i)                    if (i >= 1) s2(i - 1)           (s2.shift(i, 1))
///
/// Loops that are shared run over the union of the ranges.
/// Refused: an unknown loop, a loop that carries a pipeline or unroll mark, a violated dependence.
/// In hardware: aligns producer and consumer, so that their nests can be fused though the consumer reads ahead; as
/// software pipelining it takes a dependence from within an iteration to between iterations.
struct Shift {
  std::string compute;
  LoopRef loop;
  std::int64_t distance = 0;  ///< iterations
};

}  // namespace pom
