#include "dse/estimate/compose/loop_report.hpp"

#include <memory>

namespace pom::dse::estimate {

LoopEstimate describe_loop(const Function& function, const FlatNest& nest, const TripCount& trip,
                           std::int64_t iteration, const Cycles& latency) {
  LoopEstimate estimate;
  estimate.function = function.name;
  for (const Loop* loop : nest) {
    if (loop != nest.front()) estimate.label += "_", estimate.name += "_";
    estimate.label += loop->label;
    estimate.name += loop->name;
  }
  estimate.innermost = nest.back()->label;
  estimate.set_trips(trip);
  estimate.iteration_latency = iteration;
  estimate.latency_min = latency.min;
  estimate.latency_max = latency.max;
  estimate.latency_average = latency.average;
  return estimate;
}

FunctionEstimate describe_module(const Function& function, const PieceEstimate& piece, const LoopEstimate& loop) {
  FunctionEstimate module;
  module.name = function.name + "_Pipeline_" + loop.label;
  module.innermost = loop.innermost;
  module.operators = std::make_shared<const std::vector<OperatorUse>>(piece.usage.operators);
  module.latency_min = piece.latency.min;
  module.latency_max = piece.latency.max;
  module.interval = piece.interval.max;
  module.shares = share_out(piece.usage);
  std::erase_if(module.shares, [](const ResourceShare& share) { return share.cause == "operators"; });
  for (const ResourceShare& share : module.shares) module.resources += share.resources;
  return module;
}

}  // namespace pom::dse::estimate
