#pragma once
#include <string>

#include "../var.hpp"

namespace pom {

/// `s.accumulate_at(A, i)`: in each iteration of loop i of s, what is computed of A is kept beside it, and A is written
/// once, at the end.
///
///     for i                             for i
///       start: A[i] = 0                   start: sum = 0
///       for k                       →     for k
///         s: A[i] += B[i][k]                s: sum += B[i][k]
///                                         store: A[i] = sum
///
/// One register for a sum in the innermost loop, a row or a tile for one in a loop further out. All statements in i use
/// it; what they read before they write it is loaded first. With `A.stream()` or a stream port, A is then written once
/// and, where i follows it, in order.
/// Refused (`bad-accumulator`): an array of one value, that no statement in i writes, more than 4096 elements in one
/// iteration of a pipelined loop, a second accumulator or buffer of A there; an unknown loop.
/// In hardware: the sum goes round in registers or in a small memory, and A's ports are free for its readers.
struct AccumulateAt {
  std::string compute;
  std::string array;
  LoopRef loop;
};

}  // namespace pom
