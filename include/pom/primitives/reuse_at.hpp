#pragma once
#include <string>

#include "../var.hpp"

namespace pom {

/// `s.reuse_at(A, i)`: what iterations of loop i, and of those inside of it, read of A again, they hand on to each
/// other instead: each element is read from A once.
///
///     for y, x                          for y = -2 …, x = -2 …
///       s: … A[y + r][x + q] …    →       window[r][q] = window[r][q + 1]      // registers, for all r and q < 2
///          0 <= r, q < 3                  window[r][2] = lines[r + 1][x]       // two lines, for r < 2
///                                         window[2][2] = A[y + 2][x + 2]       // the only read of A
///                                         if (y >= 0 && x >= 0) s: … window[r][q] …
///
/// The window moves in the pipelined loop, or without one in the innermost that is not unrolled: between its iterations
/// through registers, between those of loops around it, out to i, through lines. `s.reuse_at(A, x)` hands on inside of
/// a row only: registers, and a column of reads. All statements in i that read A read the window. Borders that are
/// clamped, mirrored or guarded are choices among registers. With `A.stream()` or a stream port, A is then read once
/// and in order. Refused (`bad-reuse`): an array of one value, that no statement in i reads or that one writes, indices
/// that depend on data, iterations that are no box or share nothing, a window beyond 4096 registers; an unknown loop.
/// In hardware: one read of a memory or port for each element where there was one for each use, which frees its ports;
/// a few more iterations, in which the window fills.
struct ReuseAt {
  std::string compute;
  std::string array;
  LoopRef loop;
};

}  // namespace pom
