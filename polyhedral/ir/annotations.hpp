#pragma once
#include <cstdint>

#include <pom/location.hpp>

namespace pom::poly {

/// A hardware decision, and the directive that made it.
struct PipelineMark {
  int interval = 1;  ///< initiation interval asked for, in cycles
  Location at;
};

struct UnrollMark {
  std::int64_t factor = 0;  ///< 0: completely
  Location at;
};

enum class PartitionKind { cyclic, block, complete };

/// How one dimension of one array is cut into banks.
struct PartitionMark {
  int array = -1;     ///< in Function::arrays
  int dimension = 0;  ///< 0 = first (the pragma counts from 1)
  PartitionKind kind = PartitionKind::cyclic;
  std::int64_t factor = 1;  ///< complete: the extent of the dimension
  Location at;
};

}  // namespace pom::poly
