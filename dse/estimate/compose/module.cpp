#include "dse/estimate/compose/region.hpp"

#include <algorithm>

#include "dse/estimate/area/control.hpp"
#include "dse/estimate/area/memories.hpp"
#include "dse/estimate/compose/channels.hpp"
#include "dse/estimate/compose/dataflow.hpp"
#include "dse/estimate/compose/region_body.hpp"
#include "dse/estimate/frontend/loop_shape.hpp"

namespace pom::dse::estimate {

namespace {

/// Returns the loop that is the only statement of the body, or null.
const Node* only_loop(const std::vector<Node>& body) {
  return body.size() == 1 && body.front().kind == Node::Kind::loop ? &body.front() : nullptr;
}

/// Computes the cycles until a pipeline's first result leaves its last stage.
Cycles first_output_of(const Cycles& depth) { return longer(depth + Cycles::of(-1), Cycles::of(1)); }

}  // namespace

FunctionEstimator::Body FunctionEstimator::run_module(const std::vector<Node>& body) {
  Body module;
  if (const Node* only = only_loop(body); only && !is_completely_unrolled(only->loop) && only->loop.trip.max > 0) {
    // A single pipelined loop that requires nothing before it is itself the module, without a module around it.
    const Nest nest = find_nest(only->loop);
    if (!nest.loops.empty()) {
      PieceEstimate piece = pipeline_nest(nest);
      if (piece.around.hoisted.empty() && piece.around.invariants.empty() && piece.around.sunk.empty() &&
          piece.around.bursts.empty())
        return {piece.latency,
                piece.interval,
                piece.drain,
                std::move(piece.usage),
                std::move(piece.accesses),
                first_output_of(piece.drain),
                true};
      Region region(view_, unrolling_);
      add_piece(region, std::move(piece));
      const Cycles total = finish(region);
      return {total + Cycles::of(-1), total + Cycles::of(-1), region.drain, std::move(region.usage),
              std::move(region.accesses)};
    }
  }
  Region region(view_, unrolling_);
  add_body(region, body);
  const Cycles total = finish(region);
  module.latency = module.interval = total + Cycles::of(-1);
  module.drain = region.drain;
  module.first_output = first_output_of(region.drain);
  module.usage = std::move(region.usage);
  module.accesses = std::move(region.accesses);
  return module;
}

FunctionEstimator::Body FunctionEstimator::run_process(const std::vector<Node>& group) {
  if (group.size() > 1) return run_module(group);
  const Node& node = group.front();
  if (node.kind == Node::Kind::call) {
    Region region(view_, unrolling_);
    add_call(region, node.call);
    PieceEstimate& piece = region.callees.back();
    return {piece.latency,  piece.interval,     piece.drain,      piece.usage,
            piece.accesses, piece.first_output, piece.is_pipeline};
  }
  return node.kind == Node::Kind::loop && is_region_loop(node.loop) ? run_region_loop(node.loop) : run_module(group);
}

FunctionEstimator::Body FunctionEstimator::run_region_loop(const Loop& loop) {
  const std::size_t reported = state_.qor.loops.size();
  state_.qor.loops.emplace_back();
  unrolling_.run(loop.id, symbol_of(loop, 1, unrolling_));
  Groups runs;
  for (const Node& node : loop.body) runs.push_back({node});
  Body all = run_processes(runs);
  unrolling_.unbind(loop.id);
  LoopEstimate& estimate = state_.qor.loops[reported];
  estimate.function = function_.name;
  estimate.name = loop.name;
  estimate.label = estimate.innermost = loop.label;
  estimate.set_trips(loop.trip);
  estimate.iteration_latency = all.latency.max;
  TripCount others = loop.trip;
  others.min = std::max<std::int64_t>(others.min - 1, 0);
  others.max = std::max<std::int64_t>(others.max - 1, 0);
  others.average = std::max(others.average - 1, 0.0);
  all.latency += scale(all.interval, others);
  all.interval = all.latency;
  estimate.latency_min = all.latency.min;
  estimate.latency_max = all.latency.max;
  estimate.latency_average = all.latency.average;
  return all;
}

PieceEstimate FunctionEstimator::run_region_as_module(const Loop& loop) {
  Body all = run_region_loop(loop);
  PieceEstimate piece;
  piece.latency = all.latency;
  piece.interval = all.interval;
  piece.drain = all.drain;
  piece.usage = std::move(all.usage);
  piece.accesses = std::move(all.accesses);
  return piece;
}

FunctionEstimator::Body FunctionEstimator::run_processes(const Groups& groups) {
  Body all;
  std::vector<Process> processes;
  const std::vector<Channel> channels = find_channels(state_.kernel, function_, groups);
  for (std::size_t a = 0; a < channels.size(); ++a) {
    if (channels[a] == Channel::values) view_.memories[a].kind = MemoryView::Kind::registers;
  }
  for (const std::vector<Node>& group : groups) {
    // Assignments between processes are wires and registers.
    if (group.size() == 1 && group.front().kind == Node::Kind::assignment) continue;
    Body module = run_process(group);
    processes.push_back(
        {module.latency, module.interval, module.drain, module.first_output, module.is_pipeline, module.accesses});
    all.usage.add_concurrent(module.usage);
    merge_accesses(all.accesses, module.accesses);
    all.drain = module.drain;
  }
  const RegionTime time = time_processes(processes, view_, channels);
  all.latency = time.latency;
  all.interval = time.interval;
  all.first_output = time.first_output;
  return all;
}

CalleeEstimate FunctionEstimator::estimate() {
  Body module =
      function_.dataflow ? run_processes(find_processes(state_.kernel, function_)) : run_module(function_.body);
  CalleeEstimate result;
  result.latency = module.latency;
  result.interval = module.interval;
  result.drain = module.drain;
  result.first_output = module.first_output;
  result.is_pipeline = module.is_pipeline;
  result.usage = std::move(module.usage);
  for (std::size_t p = 0; p < function_.parameters.size(); ++p) {
    for (AccessSummary summary : module.accesses) {
      if (summary.array != function_.parameters[p]) continue;
      summary.array = static_cast<int>(p);
      result.parameters.push_back(summary);
    }
  }
  for (const int parameter : function_.parameters) result.more_ports.push_back(hardware_.more_ports(parameter));
  hardware_.keep_unread(function_);
  const Usage own = hardware_.measure(view_.memories, state_.target);
  result.usage.add_sequential(own);
  result.usage.multiplexer_lut += shared_units_lut(result.usage, state_.target);
  std::vector<MemoryUse> uses(function_.arrays.size());
  for (std::size_t n = 0; n < uses.size(); ++n)
    uses[n] = {hardware_.copies()[n], hardware_.dual()[n] != 0, hardware_.loaded()[n] != 0};
  result.memories = measure_memories(function_, view_.memories, uses, state_.target);
  std::vector<ResourceShare> shares = share_out(result.usage);
  shares.back().resources += result.memories;
  for (const ResourceShare& share : shares) result.resources += share.resources;
  state_.qor.functions.push_back({function_.name,
                                  result.latency.min,
                                  result.latency.max,
                                  result.interval.max,
                                  result.resources,
                                  std::move(shares),
                                  own.control_lut,
                                  {},
                                  {},
                                  {}});
  return result;
}

}  // namespace pom::dse::estimate
