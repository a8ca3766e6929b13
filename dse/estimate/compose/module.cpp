#include <algorithm>

#include "dse/estimate/area/control.hpp"
#include "dse/estimate/area/memories.hpp"
#include "dse/estimate/compose/channels.hpp"
#include "dse/estimate/compose/dataflow.hpp"
#include "dse/estimate/compose/function_estimator.hpp"
#include "dse/estimate/compose/loop_report.hpp"
#include "dse/estimate/frontend/loop_shape.hpp"

namespace pom::dse::estimate {

namespace {

/// Returns the loop that is the only statement of the body and stays a loop, or null.
const Loop* find_only_loop(const std::vector<Node>& body) {
  if (body.size() != 1 || body.front().kind != Node::Kind::loop) return nullptr;
  const Loop& loop = body.front().loop;
  return is_completely_unrolled(loop) || loop.trip.max <= 0 ? nullptr : &loop;
}

bool needs_nothing_around(const Surroundings& around) {
  return around.hoisted.empty() && around.invariants.empty() && around.sunk.empty() && around.bursts.empty();
}

/// Computes the cycles until a pipeline's first result leaves its last stage.
Cycles first_output_of(const Cycles& depth) { return longer(depth + Cycles::of(-1), Cycles::of(1)); }

}  // namespace

PieceEstimate FunctionEstimator::run_module(const std::vector<Node>& nodes) {
  const Loop* only = find_only_loop(nodes);
  const FlatNest nest = only ? find_pipelined_nest(*only, view_) : FlatNest{};
  if (nest.empty()) {
    Body body(view_, unrolling_, hardware_);
    add_nodes(body, nodes);
    PieceEstimate module = body.finish();
    module.first_output = first_output_of(module.drain);
    return module;
  }
  PieceEstimate piece = run_pipeline(nest);
  if (!needs_nothing_around(piece.around)) {
    Body body(view_, unrolling_, hardware_);
    add_module(body, std::move(piece));
    return body.finish();
  }
  // A single pipelined loop that requires nothing before it is itself the module, without a module around it.
  piece.first_output = first_output_of(piece.drain);
  piece.is_pipeline = true;
  return piece;
}

PieceEstimate FunctionEstimator::run_process(const std::vector<Node>& group) {
  if (group.size() > 1) return run_module(group);
  const Node& node = group.front();
  if (node.kind == Node::Kind::call) {
    Body body(view_, unrolling_, hardware_);
    add_call(body, node.call);
    return body.modules().back();
  }
  return node.kind == Node::Kind::loop && is_region_loop(node.loop) ? run_region_loop(node.loop) : run_module(group);
}

PieceEstimate FunctionEstimator::run_region_loop(const Loop& loop) {
  const std::size_t reported = state_.qor.loops.size();
  state_.qor.loops.emplace_back();
  unrolling_.run(loop.id, symbol_of(loop, 1, unrolling_));
  Groups runs;
  for (const Node& node : loop.body) runs.push_back({node});
  PieceEstimate all = run_processes(runs);
  unrolling_.unbind(loop.id);
  const std::int64_t iteration = all.latency.max;
  TripCount others = loop.trip;
  others.min = std::max<std::int64_t>(others.min - 1, 0);
  others.max = std::max<std::int64_t>(others.max - 1, 0);
  others.average = std::max(others.average - 1, 0.0);
  all.latency += scale(all.interval, others);
  all.interval = all.latency;
  state_.qor.loops[reported] = describe_loop(function_, {&loop}, loop.trip, iteration, all.latency);
  return all;
}

PieceEstimate FunctionEstimator::run_processes(const Groups& groups) {
  PieceEstimate all;
  std::vector<Process> processes;
  const std::vector<Channel> channels = find_channels(state_.kernel, function_, groups);
  for (std::size_t a = 0; a < channels.size(); ++a) {
    if (channels[a] == Channel::values) view_.memories[a].kind = MemoryView::Kind::registers;
  }
  for (const std::vector<Node>& group : groups) {
    // Assignments between processes are wires and registers.
    if (group.size() == 1 && group.front().kind == Node::Kind::assignment) continue;
    PieceEstimate module = run_process(group);
    all.usage.add_concurrent(module.usage);
    merge_accesses(all.accesses, module.accesses);
    all.drain = module.drain;
    processes.push_back({module.latency, module.interval, module.drain, module.first_output, module.is_pipeline,
                         std::move(module.accesses)});
  }
  const RegionTime time = time_processes(processes, view_, channels);
  all.latency = time.latency;
  all.interval = time.interval;
  all.first_output = time.first_output;
  return all;
}

namespace {

/// Finds a function's accesses to its parameters; AccessSummary::array is the position of the parameter.
std::vector<AccessSummary> find_parameter_accesses(const Function& function, const std::vector<AccessSummary>& all) {
  std::vector<AccessSummary> parameters;
  for (std::size_t p = 0; p < function.parameters.size(); ++p) {
    for (AccessSummary summary : all) {
      if (summary.array != function.parameters[p]) continue;
      summary.array = static_cast<int>(p);
      parameters.push_back(summary);
    }
  }
  return parameters;
}

Resources measure_arrays(const Function& function, const FunctionView& view, const FunctionHardware& hardware) {
  std::vector<MemoryUse> uses(function.arrays.size());
  for (std::size_t n = 0; n < uses.size(); ++n)
    uses[n] = {hardware.copies()[n], hardware.dual()[n] != 0, hardware.loaded()[n] != 0};
  return measure_memories(function, view.memories, uses, view.target);
}

}  // namespace

CalleeEstimate FunctionEstimator::estimate() {
  PieceEstimate module =
      function_.dataflow ? run_processes(find_processes(state_.kernel, function_)) : run_module(function_.body);
  CalleeEstimate result;
  result.latency = module.latency;
  result.interval = module.interval;
  result.drain = module.drain;
  result.first_output = module.first_output;
  result.is_pipeline = module.is_pipeline;
  result.usage = std::move(module.usage);
  result.parameters = find_parameter_accesses(function_, module.accesses);
  for (const int parameter : function_.parameters) result.more_ports.push_back(hardware_.more_ports(parameter));
  hardware_.keep_unread(function_);
  const Usage own = hardware_.measure(view_.memories, state_.target);
  result.usage.add_sequential(own);
  result.usage.multiplexer_lut += shared_units_lut(result.usage, state_.target);
  result.memories = measure_arrays(function_, view_, hardware_);
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
