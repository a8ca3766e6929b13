#pragma once
#include <string>

#include "../var.hpp"

namespace pom {

/// `s.interchange(i, j)`: loops i and j of compute s change places; loops between them stay.
///
///     for i            for j
///       for j     →      for i
///         s                s
///
/// Refused: an unknown loop, i and j the same loop, a violated dependence (distance (1,-1) → (-1,1)).
/// In hardware: moves a reduction loop outward, so that the pipelined inner loop carries no dependence
/// and reaches an initiation interval of 1 (POM, section V-A).
struct Interchange {
  std::string compute;
  LoopRef first, second;
};

}  // namespace pom
