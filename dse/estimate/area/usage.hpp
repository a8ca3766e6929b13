#pragma once
#include <cstdint>
#include <vector>

#include "dse/devices/tables/operators.hpp"
#include "dse/estimate/area/operator_users.hpp"
#include "dse/estimate/graph/graph.hpp"
#include "dse/estimate/graph/memory_view.hpp"
#include "dse/estimate/qor/qor.hpp"
#include "dse/estimate/schedule/schedule.hpp"

namespace pom::dse {

/// Operators of one kind: so many of them are built, so many operations use them.
struct OperatorUse {
  OpKind op = OpKind::add;
  NumberType type;
  bool own = false;          ///< of the function's own states: not shared with the modules of its loops
  bool without_dsp = false;  ///< GraphNode::without_dsp
  OperatorCost cost;
  std::int64_t instances = 0;   ///< alive at the same time
  std::int64_t operations = 0;  ///< in the program text after unrolling
  UnitUserList users;           ///< modules and blocks that use them
};

/// A called function: a module of its own, with everything inside.
struct ModuleUse {
  int function = -1;  ///< in Kernel::functions
  std::int64_t instances = 0;
  Resources resources;  ///< of one instance
};

/// What a piece of a design is built from, without its memories.
struct Usage {
  std::vector<OperatorUse> operators;  ///< shared: worth a module of their own
  std::vector<ModuleUse> modules;
  double expression_lut = 0, expression_ff = 0, expression_dsp = 0;
  double register_ff = 0, register_lut = 0;  ///< pipeline registers, variables; LUTs that shift
  double multiplexer_lut = 0;
  double control_lut = 0, control_ff = 0;  ///< states, counters, handshakes
  Resources memories;                      ///< of functions that are dissolved in this one

  /// Both run, one after the other: operators serve both.
  void add_sequential(const Usage&);
  /// Both run at once: each has its own.
  void add_concurrent(const Usage&);
};

/// A share of a function's resources for each cause; operators and modules by instances.
std::vector<ResourceShare> share_out(const Usage&);
/// All of them together.
Resources total(const Usage&);

/// The usage of a block whose iterations start every `interval` states (0: one after the other).
Usage measure_block(const Graph&, const BlockSchedule&, const std::vector<OperatorCost>& costs,
                    const std::vector<Expression>& expressions, const std::vector<MemoryView>& memories, const Target&,
                    int interval);

}  // namespace pom::dse
