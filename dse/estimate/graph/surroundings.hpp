#pragma once
#include <algorithm>
#include <vector>

#include "dse/estimate/graph/graph.hpp"
#include "dse/estimate/graph/linear.hpp"

namespace pom::dse::estimate {

/// Summary of how a block or module accesses one array.
struct AccessSummary {
  int array = -1;
  bool reads = false, writes = false;
  std::vector<int> banks = {};  ///< the accessed banks, ascending; empty: any bank
};

/// An element that a loop needs but does not change: it is loaded once, before the loop.
struct HoistedLoad {
  int array = -1;
  std::vector<Linear> indices;
  int bits = 0;
  int number = -1;  ///< position in its loop's list, for InvariantOperation::loads
};

/// A loop-invariant operation: it is computed once, before the loop.
struct InvariantOperation {
  GraphNode node;
  std::vector<int> operations;  ///< operands: positions among the loop's invariant operations
  std::vector<int> loads;       ///< operands: HoistedLoad::number
};

/// A bus transfer of consecutive elements over all iterations of a loop: requested before the loop, acknowledged after
/// it.
struct Burst {
  int array = -1;
  bool writes = false;
};

/// Actions that a loop requires from the enclosing block, before it starts and after it ends.
struct Surroundings {
  std::vector<HoistedLoad> hoisted, sunk;      ///< elements loaded before the loop, elements stored after it
  std::vector<InvariantOperation> invariants;  ///< operands precede results
  std::vector<Burst> bursts;
};

/// Adds the accesses of a second module; `into` lists each array once.
inline void merge_accesses(std::vector<AccessSummary>& into, const std::vector<AccessSummary>& more) {
  for (const AccessSummary& summary : more) {
    const auto at = std::find_if(into.begin(), into.end(),
                                 [&](const AccessSummary& known) { return known.array == summary.array; });
    if (at == into.end()) {
      into.push_back(summary);
      continue;
    }
    at->reads = at->reads || summary.reads;
    at->writes = at->writes || summary.writes;
    at->banks.clear();  // which of several modules uses which bank is not tracked: any bank
  }
}

}  // namespace pom::dse::estimate
