#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include "dse/kernel/rewrite/cut_kernel.hpp"

namespace pom::dse {

/// How the loops that a choice cuts are put together: the same for the kernel of an estimate and for directives.
struct CutPlan {
  /// Loops of the unit that become copies, outermost first. Copies that may lie beyond the last iteration come first:
  /// one condition then holds for all copies inside.
  std::vector<std::size_t> copies;
  /// Its full strips and the last one are loops of their own. Copies of a loop that carries a sum would otherwise
  /// hand on, under a condition each, what the next one needs; around a pipeline that starts once more this costs
  /// nothing but its filling.
  std::optional<std::size_t> separated;
};

CutPlan plan_cuts(const Unit&, const Configuration&);
/// CutPlan::separated.
std::optional<std::size_t> find_separated(const Unit&, const Configuration&);

/// The last strip of the loop has fewer iterations than the others.
bool has_partial_strip(const UnitLoop&, std::int64_t factor);

}  // namespace pom::dse
