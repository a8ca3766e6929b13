#pragma once
#include <algorithm>
#include <vector>

#include "dse/estimate/graph/graph.hpp"
#include "dse/estimate/graph/linear.hpp"

namespace pom::dse {

/// An array that another module uses while it runs.
struct Touch {
  int array = -1;
  bool reads = false, writes = false;
  std::vector<int> banks = {};  ///< those that it touches, ascending; none: any
};

/// Something that the block needs but that never changes inside it: it is done once, before.
struct HoistedLoad {
  int array = -1;
  std::vector<Linear> indices;
  int bits = 0;
  int number = -1;  ///< among those of its loop, for EarlyOperation
};

/// An operation on values that a loop does not change: it is done before the loop.
struct EarlyOperation {
  GraphNode node;
  std::vector<int> operations;  ///< operands: places among the loop's early operations
  std::vector<int> loads;       ///< operands: HoistedLoad::number
};

/// Elements that a loop moves over a bus in order: requested before the loop, acknowledged after.
struct Burst {
  int array = -1;
  bool writes = false;
};

/// What a loop needs from the block around it.
struct Surroundings {
  std::vector<HoistedLoad> hoisted, sunk;  ///< elements that it loads before and stores after
  std::vector<EarlyOperation> early;       ///< operands before results
  std::vector<Burst> bursts;
};

/// Adds what a second module does to the arrays, each of which stands once.
inline void merge_touches(std::vector<Touch>& into, const std::vector<Touch>& more) {
  for (const Touch& touch : more) {
    const auto at = std::find_if(into.begin(), into.end(), [&](const Touch& t) { return t.array == touch.array; });
    if (at == into.end()) {
      into.push_back(touch);
      continue;
    }
    at->reads = at->reads || touch.reads;
    at->writes = at->writes || touch.writes;
    at->banks.clear();  // of several modules: any
  }
}

}  // namespace pom::dse
