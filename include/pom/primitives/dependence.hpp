#pragma once
#include <string>

#include "../var.hpp"

namespace pom {

/// `s.dependence(i, A)`: tells the tool what is proved about array A between iterations of loop i.
///
///     for i                       for i
///       A[2*i] = A[2*i + 1]   →     #pragma HLS dependence variable=A type=inter dependent=false
///                                   A[2*i] = A[2*i + 1]
///
/// Either no iteration of i depends on an earlier one through A ("dependent=false"), or each one that does depends on
/// the iteration a constant number d before ("distance=d dependent=true"): what holds is found by exact analysis of the
/// scheduled program, for all statements inside the loop. Where a pipelined loop's accesses are of a kind that the
/// vendor's analysis cannot see through (divided or coupled subscripts after tiling or skewing), this is done without
/// being asked.
/// Refused: an unknown loop, an array that the loop does not write, a dependence at distance 1 or at several distances,
/// with the instances: nothing true and useful could be said (`no-dependence-fact`).
/// In hardware: the tool keeps an unproved dependence and raises the initiation interval for it; a false claim would
/// make wrong hardware, so that only what is proved is written.
struct DependenceFact {
  std::string compute;
  LoopRef loop;
  std::string array;
};

}  // namespace pom
