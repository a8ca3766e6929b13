#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "dse/estimate/blocks/pipelined_loops.hpp"
#include "dse/estimate/graph/linear.hpp"

namespace pom::dse::estimate {

/// Returns the number of iterations after which `later` first accesses an element that `earlier` accessed, or nothing
/// if it never does. The loops are flattened, innermost first.
std::optional<std::int64_t> carried_distance(const Linear* earlier, const Linear* later, int rank,
                                             const std::vector<RunningLoop>& loops);

/// The gcd test: excludes dependences between iterations quickly, for accesses whose indices have equal terms.
class GcdTest {
 public:
  GcdTest(const Linear* indices, int rank, const std::vector<RunningLoop>& loops);
  bool may_depend(const Linear* earlier, const Linear* later) const;
  /// Elements that may depend on each other have the same one in each dimension `d`.
  std::int64_t remainder(const Linear* indices, int d) const;

 private:
  std::vector<std::int64_t> strides_;  ///< by dimension: the loops change the index by multiples of it; 0: not at all
};

}  // namespace pom::dse::estimate
