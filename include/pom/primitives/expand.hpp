#pragma once
#include <string>

#include "../var.hpp"

namespace pom {

/// `s.expand(i, t, "ts")`: gives each iteration of loop i of s its own copy of t (array expansion, privatisation).
///
///     for i in [0, N)                  for i in [0, N)
///       s1: t = A[i]             →       s1: ts[i] = A[i]
///       s2: B[i] = t * t                 s2: B[i] = ts[i] * ts[i]
///
/// t is a scalar or a local array; ts has one more dimension in front. All statements that share loop i with s use ts;
/// statements elsewhere that read what one certain iteration left in t read that iteration's copy; others, for which t has
/// nothing to do with the loop, keep t. The call gives a handle: `auto ts = s.expand(i, t, "ts");`. It changes the
/// program, so it stands before every transformation of loops.
/// Refused: an unknown loop; `not-private`: t is visible outside of the function, or the loop does not use it;
/// `illegal-expand`: a value in t goes from one iteration to another, comes from before the loop, or leaves it from an
/// iteration that is not always the same; `late-rewriting`: after a transformation of loops.
/// In hardware: nothing orders the iterations any more, so that the loop can be distributed, interchanged, pipelined or
/// unrolled. The copies cost storage: as many times t as i has values.
struct Expand {
  std::string compute;
  LoopRef loop;
  std::string array;   ///< t
  std::string copies;  ///< the new array's name
};

}  // namespace pom
