#pragma once
#include <cstdint>
#include <string>

#include "../var.hpp"

namespace pom {

/// `s.rfactor(k, n, "p")`: splits the reduction of s over loop k into n partial results, by k mod n (after Halide).
///
///     for k in [0, N)               for k_1 in [0, n)       p[k_1] = 0                       p_init
///       A = A + e(k)          →     for k_0, k_1            p[k_1] = p[k_1] + e(n*k_0 + k_1)    s
///                                   A = A + ((p[0] + p[1]) + (p[2] + p[3]))                  p_combine
///
/// p is a local array, with a dimension for each loop inside k that A's element depends on. Statements that share loop k
/// are split with it. Where loop k has n iterations, it stays one loop, and p has no p_init when each partial result takes
/// one value. The call gives handles: `auto [p, p_init, p_combine] = s.rfactor(k, n, "p");`. It changes the program, so it stands before every
/// transformation of loops; a `split` of a loop that is not shared may stand before it.
/// Refused: an unknown loop, n below 2 or above 256; `no-reduction`: s is none, or its element depends on k;
/// `inexact-reduction`: floats without allow_reassociation(); `illegal-rfactor`: another statement sees what is summed
/// up in between; `late-rewriting`: after a transformation of loops.
/// In hardware: n independent chains instead of one, so that a loop with an adder of many cycles takes an iteration in
/// each, and n unrolled copies add at the same time. Integers, minima and bits are exact in any order.
struct Rfactor {
  std::string compute;
  LoopRef loop;
  std::int64_t count = 0;  ///< partial results
  std::string partial;     ///< the new array's name
};

}  // namespace pom
