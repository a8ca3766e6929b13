#pragma once
#include <cstdint>
#include <string>

#include "../var.hpp"

namespace pom {

/// `s.split(i, t, i0, i1)`: strip-mines loop i of compute s by t.
///
///     for i in [lo, hi)      for i0 in [0, ceil((hi-lo)/t))
///       s(i)             →     for i1 in [0, t)            (the last strip may be partial)
///                                s(lo + t*i0 + i1)
///
/// With a lower bound that is no constant, lo is taken as 0: i0 = floor(i/t), i1 = i - t*i0. Statements that share the loop
/// take one lo, so that their strips line up; split the loop in each of them.
/// The names default to `i_0` and `i_1`. The order of execution does not change.
/// Refused: an unknown loop, t < 1, a name that another loop of s has, a loop that carries a pipeline or unroll mark.
/// In hardware: the inner strip is what `unroll` or `pipeline` then turns into parallel operators.
struct Split {
  std::string compute;
  LoopRef loop;
  std::int64_t factor = 0;
  std::string outer, inner;  ///< empty: the default names
};

}  // namespace pom
