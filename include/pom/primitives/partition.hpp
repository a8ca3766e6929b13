#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace pom {

/// `A.partition({f1, f2}, "cyclic")`: cuts array A into banks that can be accessed at the same time.
///
///     A[8], cyclic, factor 2: bank 0 holds A[0] A[2] A[4] A[6], bank 1 holds A[1] A[3] A[5] A[7]
///     A[8], block,  factor 2: bank 0 holds A[0..3],             bank 1 holds A[4..7]
///     A[8], complete:         eight registers
///
/// One factor per dimension, 1 = not partitioned. A vector of kinds gives one per dimension. "complete" ignores the
/// factor of a dimension unless it is 1.
/// Refused: a wrong number of factors or kinds, an unknown kind, a factor < 1 or above the extent of its dimension, a second
/// partition of the same dimension.
/// In hardware: each bank has two ports; p parallel accesses to different banks take one cycle.
struct Partition {
  std::string array;
  std::vector<std::int64_t> factors;
  std::vector<std::string> kinds;  ///< one per dimension
};

}  // namespace pom
