#pragma once
#include <cstdint>
#include <vector>

#include "polyhedral/ir/scop.hpp"

namespace pom::test {

/// Orders all pairs of instances of `scheduled` that touch one element, at least one of them writing, by walking every
/// instance: true when the program as written and the schedule agree on each pair. Shares nothing with the isl analysis
/// but the maps.
bool keeps_all_conflicts(const poly::Scop& as_written, const poly::Scop& scheduled);

/// One access of one instance: when it happens in the schedule of its statement (positions and loops in turn, outermost
/// first, then 0 for a read and 1 for the write), and what it touches.
struct Touch {
  int statement = -1;
  std::vector<std::int64_t> time, element;
  bool writes = false;

  std::int64_t iteration(int level) const { return time[2 * level + 1]; }
};

/// All accesses to one array, in the order in which they happen.
std::vector<Touch> touches_in_order(const poly::Scop&, int array);

/// The number of instances of all statements.
std::size_t count_instances(const poly::Scop&);

}  // namespace pom::test
