#pragma once
#include <cstdint>
#include <vector>

#include "dse/devices/tables/operators.hpp"

namespace pom::dse::estimate {

/// A number of operators of one kind, each used by `users` modules.
struct UnitUsers {
  std::int64_t units = 0, users = 0;
};

/// The users of all operators of one kind, sorted by decreasing number of users.
using UnitUserList = std::vector<UnitUsers>;

/// The operators of one kind, and the operations that use them.
struct OperatorUse {
  OpKind op = OpKind::add;
  NumberType type;
  bool own = false;          ///< built for the function's own states, not shared with its loops' modules
  bool without_dsp = false;  ///< adders built of LUTs, see GraphNode::without_dsp
  devices::OperatorCost cost;
  std::int64_t instances = 0;   ///< operators that exist at the same time
  std::int64_t operations = 0;  ///< number of operations in the program text after unrolling
  UnitUserList users;           ///< modules and blocks that use them
};

}  // namespace pom::dse::estimate
