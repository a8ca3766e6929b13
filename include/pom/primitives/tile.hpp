#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "../var.hpp"

namespace pom {

/// `s.tile(i, j, t1, t2, i0, j0, i1, j1)`: splits each loop and moves the inner strips inside.
///
///     for i            for i0
///       for j            for j0
///         s(i, j)   →      for i1 in [0, t1)
///                            for j1 in [0, t2)
///                              s(i, j)
///
/// Any number of loops, named outermost first: new order is all outer loops, then all inner loops, at the places of
/// the tiled loops; loops that stood between them come before the inner strips.
/// A loop that s shares with other statements stays shared as its outer loop; the strips are s's own unless all tiled loops are shared.
/// Refused: what `split` refuses, loops not in nesting order, a violated dependence.
/// In hardware: the inner band is unrolled under a pipelined outer loop and gives t1·t2 parallel operators.
struct Tile {
  std::string compute;
  std::vector<LoopRef> loops;
  std::vector<std::int64_t> factors;
  std::vector<std::string> outer, inner;  ///< empty: the default names `i_0`, `i_1`
};

}  // namespace pom
