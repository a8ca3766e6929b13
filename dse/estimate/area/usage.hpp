#pragma once
#include <cstdint>
#include <vector>

#include "dse/devices/tables/operators.hpp"
#include "dse/estimate/area/operator_users.hpp"
#include "dse/estimate/graph/graph.hpp"
#include "dse/estimate/graph/memory_view.hpp"
#include "dse/estimate/qor/qor.hpp"
#include "dse/estimate/schedule/schedule.hpp"

namespace pom::dse::estimate {

/// The instances of a called function, each a module with everything inside.
struct ModuleUse {
  int function = -1;  ///< in Kernel::functions
  std::int64_t instances = 0;
  Resources resources;  ///< of one instance
};

/// The resources of a part of a design, without its memories.
struct Usage {
  std::vector<OperatorUse> operators;  ///< operators that are modules, so that sharing them pays
  std::vector<ModuleUse> modules;
  double expression_lut = 0, expression_ff = 0, expression_dsp = 0;
  double register_ff = 0, register_lut = 0;  ///< pipeline registers and variables; LUTs used as shift registers
  double multiplexer_lut = 0;
  double control_lut = 0, control_ff = 0;  ///< states, counters, handshakes
  Resources memories;                      ///< memories of functions that are inlined in this one

  /// Adds a part that runs before or after this one: both use the same operators.
  void add_sequential(const Usage&);
  /// Adds a part that runs at the same time: both have their own operators.
  void add_concurrent(const Usage&);
};

/// Divides the resources by cause; operators and modules count by instances.
std::vector<ResourceShare> share_out(const Usage&);
/// Adds up the resources of all causes.
Resources total(const Usage&);

/// Measures a block whose iterations start every `interval` states (0: not pipelined).
Usage measure_block(const Graph&, const BlockSchedule&, const std::vector<devices::OperatorCost>& costs,
                    const std::vector<Expression>& expressions, const std::vector<MemoryView>& memories,
                    const devices::Target&, int interval);

}  // namespace pom::dse::estimate
