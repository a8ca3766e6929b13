#include "dse/estimate/estimate.hpp"

#include "dse/estimate/prepare.hpp"
#include "dse/estimate/region.hpp"

namespace pom::dse {

namespace {

void add_share(Qor& qor, const char* cause, const Resources& resources) {
  qor.shares.push_back({cause, resources});
  qor.resources += resources;
}

void account(Qor& qor, const Usage& usage, const Resources& memories) {
  Resources operators;
  for (const OperatorUse& use : usage.operators) {
    const auto instances = static_cast<double>(use.instances);
    operators.dsp += instances * use.cost.dsp;
    operators.lut += instances * use.cost.reported_lut;
    operators.ff += instances * use.cost.reported_ff;
  }
  add_share(qor, "operators", operators);
  add_share(qor, "expressions", {usage.expression_dsp, usage.expression_lut, usage.expression_ff, 0, 0});
  add_share(qor, "registers", {0, 0, usage.register_ff, 0, 0});
  add_share(qor, "multiplexers", {0, usage.multiplexer_lut, 0, 0, 0});
  add_share(qor, "control", {0, usage.control_lut, usage.control_ff, 0, 0});
  add_share(qor, "memories", memories);
}

}  // namespace

std::variant<Qor, std::string> estimate(const Kernel& kernel, const Target& target, const EstimateOptions& options) {
  if (!target.device) return "no device";
  if (kernel.top < 0 || static_cast<std::size_t>(kernel.top) >= kernel.functions.size()) return "no top function";
  const Kernel prepared = prepare_kernel(kernel, target, options);
  EstimateState state{prepared, target, options, {}, {}};
  state.callees.resize(prepared.functions.size());
  const CalleeEstimate top = FunctionEstimator(state, prepared.top).estimate();
  Qor& qor = state.qor;
  qor.latency_min = top.latency.min;
  qor.latency_max = top.latency.max;
  // A top module is ready for the next run a cycle after it is done, one with processes when the slowest is.
  qor.interval = prepared.functions[static_cast<std::size_t>(prepared.top)].dataflow ? top.interval.max : top.interval.max + 1;
  Resources memories = top.memories;
  for (const auto& callee : state.callees) {
    if (callee) memories += callee->memories;
  }
  account(qor, top.usage, memories);
  return std::move(qor);
}

}  // namespace pom::dse
