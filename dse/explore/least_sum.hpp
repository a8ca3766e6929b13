#pragma once
#include <cstddef>
#include <limits>
#include <vector>

namespace pom::dse {

/// What a choice for a part of a function takes.
struct Ask {
  double latency = 0;  ///< cycles; those of the parts add up
  double built = 0;    ///< LUTs that serve all parts: the most that any part asks for counts
  double cost = 0;     ///< LUTs that add up
};

/// The least sum of cycles, and the choices that have it.
struct LeastSum {
  double cycles = std::numeric_limits<double>::infinity();  ///< infinity: nothing fits
  std::vector<std::size_t> at;                              ///< by part: in its asks
};

/// No choice of one ask for each part within the LUTs has fewer cycles. By Lagrange multipliers, one problem for each
/// number of LUTs that serve all: the choices may take more than there are.
LeastSum bound_sum(const std::vector<std::vector<Ask>>& parts, double lut);

/// So many parts can be solved exactly.
constexpr std::size_t most_exact_parts = 3;

/// The choices of fewest cycles within the LUTs, of at most `most_exact_parts` parts.
LeastSum find_least_sum(const std::vector<std::vector<Ask>>& parts, double lut);

}  // namespace pom::dse
