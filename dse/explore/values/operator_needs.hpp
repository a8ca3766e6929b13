#pragma once
#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "dse/devices/tables/target.hpp"
#include "dse/estimate/qor/qor.hpp"
#include "dse/explore/values/guard_shares.hpp"
#include "dse/kernel/kernel.hpp"

namespace pom::dse::explore {

/// Describes the operators that one operation's copies need at least: one for every combination of the loops along
/// which their values differ and in which no guard leaves the operation out. Sets of loops are bits by place.
struct OperatorNeed {
  int expression = -1;             ///< in Function::expressions
  unsigned loops = 0;              ///< that have a part in its value
  unsigned moving = 0;             ///< of those, the ones that certainly change it
  std::vector<unsigned> distinct;  ///< sets of the latter along which all copies differ
  GuardShare guard;
  /// The operators that are needed where all loops of OperatorNeeds::carried are built whole. No index moves then, but
  /// the elements that the operation reads change with each iteration of the other loops.
  double carried = 0;
  std::size_t group = 0;  ///< needs of one group may make one value in some copies: only one of them counts
  double alike = 1;       ///< so many copies at most may make one value, as those of A(i, j) + A(j, i) in pairs
  bool sum = false;       ///< may be built without DSP blocks
  estimate::Resources with_dsp, without;
};

/// Holds the loops (bits) that have a part in a value, and those of them that certainly change it.
struct ValueLoops {
  unsigned loops = 0, moving = 0;
};

struct OperatorNeeds {
  std::vector<OperatorNeed> needs;  ///< by group
  /// These loops decide choices, computed indices, branches of which no iteration runs all statements, or the order of
  /// accesses: where they are cut, no copy need be as deep as one that is alone.
  unsigned deciding = 0;
  std::vector<ValueLoops> loads;  ///< of addresses and of slow memories: a path without them is shorter
  unsigned branching = 0;         ///< loops that decide branches
  unsigned carried = 0;           ///< CarriedElements::loops
};

/// Finds the operators that a body's copies need at least, whatever they share. `apart`: of StoredValues.
OperatorNeeds find_operator_needs(const Function&, const devices::Target&, const std::vector<Node>& body,
                                  const LoopPlaces&, const std::set<std::string>& apart);

}  // namespace pom::dse::explore
