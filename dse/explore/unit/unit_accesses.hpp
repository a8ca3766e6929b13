#pragma once
#include <vector>

#include "dse/kernel/kernel.hpp"
#include "dse/kernel/rewrite/unit.hpp"

namespace pom::dse::explore {

/// An access in the body of a unit's innermost loop, by the loops of the unit that move it.
struct UnitAccess {
  int array = -1;
  std::vector<unsigned> loops;  ///< by dimension: bits, by place in the unit
  /// Different iterations of these loops, those of all others alike, always mean different elements.
  bool is_apart = true;

  /// Of all dimensions.
  unsigned all_loops() const;
};

/// `function`: with the unit's loops as written.
std::vector<UnitAccess> list_accesses(const Function&, const Unit&);

}  // namespace pom::dse::explore
