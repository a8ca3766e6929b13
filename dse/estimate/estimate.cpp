#include "dse/estimate/estimate.hpp"

#include "dse/estimate/area/memories.hpp"
#include "dse/estimate/compose/function_estimator.hpp"
#include "dse/estimate/frontend/prepare.hpp"
#include "dse/estimate/graph/graph.hpp"

namespace pom::dse::estimate {

namespace {

void add_share(Qor& qor, const ResourceShare& share) {
  qor.shares.push_back(share);
  qor.resources += share.resources;
}

std::variant<Qor, std::string> estimate_all(const Kernel& kernel, const devices::Target& target,
                                            EstimateOptions options) {
  if (!target.device) return "no device";
  if (kernel.top < 0 || static_cast<std::size_t>(kernel.top) >= kernel.functions.size()) return "no top function";
  options.unsafe_math = options.unsafe_math || kernel.reorders_sums;
  const Kernel prepared = prepare_kernel(kernel, target, options);
  EstimateState state{prepared, target, options, {}, {}};
  state.callees.resize(prepared.functions.size());
  const CalleeEstimate top = FunctionEstimator(state, prepared.top).estimate();
  Qor& qor = state.qor;
  qor.latency_min = top.latency.min;
  qor.latency_max = top.latency.max;
  qor.latency_average = top.latency.average;
  // A top module accepts the next run one cycle after it is done; one with processes, when its slowest process is
  // ready.
  qor.interval = prepared.functions[prepared.top].dataflow ? top.interval.max : top.interval.max + 1;
  Usage usage = top.usage;
  usage.memories += top.memories;
  for (const ResourceShare& share : share_out(usage)) add_share(qor, share);
  const Function& function = prepared.functions[prepared.top];
  add_share(qor, {"interface", measure_interfaces(function, target)});
  return std::move(qor);
}

}  // namespace

std::variant<Qor, std::string> estimate(const Kernel& kernel, const devices::Target& target,
                                        const EstimateOptions& options) {
  try {
    return estimate_all(kernel, target, options);
  } catch (const GraphTooLarge&) {
    return "one iteration of a loop is too large: its accesses wait for each other in more than a million pairs";
  }
}

}  // namespace pom::dse::estimate
