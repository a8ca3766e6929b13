#pragma once
#include <string>
#include <vector>

#include "../var.hpp"

namespace pom {

/// `s.reorder({k, i, j})`: the named loops of compute s share their places out anew, in the order given; other loops stay.
///
///     for i              for k
///       for j              for i
///         for k      →       for j
///           s                  s
///
/// Refused: an unknown loop, a loop named twice, fewer than two loops, a violated dependence.
/// In hardware: what `interchange` does, for a whole band at once: puts a reduction outside, and the loop whose accesses
/// are contiguous inside.
struct Reorder {
  std::string compute;
  std::vector<LoopRef> loops;  ///< new order, outermost first
};

}  // namespace pom
