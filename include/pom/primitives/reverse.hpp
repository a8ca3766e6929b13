#pragma once
#include <string>

#include "../var.hpp"

namespace pom {

/// `s.reverse(i)`: runs loop i of compute s from its last iteration to its first.
///
///     for i in [0, N)          for i in [0, N)
///       s(i)             →       s(N - 1 - i)
///
/// The range stays where it is: the new i is lo + hi - 1 - i, with the loop's least and greatest value (over all
/// statements that share it).
/// Refused: an unknown loop, a loop that carries a pipeline or unroll mark, a violated dependence.
/// In hardware: turns a dependence distance around, so that two nests can be fused or a nest tiled.
struct Reverse {
  std::string compute;
  LoopRef loop;
};

}  // namespace pom
