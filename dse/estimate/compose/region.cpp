#include "dse/estimate/compose/region.hpp"

#include <algorithm>

#include "dse/estimate/area/addresses.hpp"
#include "dse/estimate/area/control.hpp"
#include "dse/estimate/area/memories.hpp"
#include "dse/estimate/area/operators.hpp"
#include "dse/estimate/compose/region_body.hpp"
#include "dse/estimate/frontend/loop_shape.hpp"

namespace pom::dse::estimate {

FunctionEstimator::FunctionEstimator(EstimateState& state, int function)
    : state_(state),
      function_(state.kernel.functions[function]),
      number_(function),
      view_(view_function(function_, state.target)),
      hardware_(function_.arrays.size()) {
  for (MemoryView& memory : view_.memories) {
    memory.raw = memory.outside && memory.floats && function == state.kernel.top;
    if (state.options.free_choices) memory.select_ns = 0;
  }
}

/// Closes the current block and returns its cycles: the block's states plus the latency of the modules it waits for.
Cycles FunctionEstimator::close_block(Region& region) {
  ScheduleLimits limits;
  limits.budget_ns = state_.target.budget_ns();
  settle_banks(region.graph, view_.memories, unrolling_);
  settle_words(region.graph, view_.memories);
  note_loop_strides(region.graph, unrolling_);
  const BlockSchedule schedule = schedule_block(region.graph, view_.memories, limits);
  const Usage own =
      measure_block(region.graph, schedule, view_.costs, function_.expressions, view_.memories, state_.target, 0);
  region.usage.add_sequential(own);
  hardware_.add_block(region.graph, schedule);
  for (const PieceEstimate& piece : region.callees) hardware_.add_module(piece.accesses);
  std::vector<Cycles> waits(static_cast<std::size_t>(schedule.states) + 1);
  std::vector<Usage> running(waits.size());
  for (std::size_t n = 0; n < region.graph.nodes.size(); ++n) {
    const GraphNode& node = region.graph.nodes[n];
    if (node.role != Role::call) continue;
    const auto wait = static_cast<std::size_t>(schedule.start[n] + 1);
    const PieceEstimate& piece = region.callees[node.callee];
    waits[wait] = longer(waits[wait], piece.latency);
    if (running[wait].operators.empty())
      running[wait].operators =
          operators_beside(own, region.graph, schedule, view_.costs, function_.expressions, schedule.start[n]);
    running[wait].add_concurrent(piece.usage);
  }
  Cycles cycles = Cycles::of(schedule.states);
  for (const Cycles& wait : waits) cycles += wait;
  for (const Usage& usage : running) region.usage.add_sequential(usage);
  merge_accesses(region.accesses, region.builder.accesses());
  region.builder.clear();
  region.callees.clear();
  return cycles;
}

Cycles FunctionEstimator::finish(Region& region) {
  region.total += close_block(region);
  return region.total;
}

void FunctionEstimator::add_piece(Region& region, PieceEstimate piece) {
  region.drain = piece.drain;
  leave_loops(piece.around.hoisted, Side::before);
  leave_loops(piece.around.sunk, Side::after);
  const int callee = static_cast<int>(region.callees.size());
  int earlier = -1;
  for (const PieceEstimate& before : region.callees) {
    if (piece.shared_function >= 0 && before.shared_function == piece.shared_function) earlier = before.node;
  }
  piece.node = region.builder.add_call(callee, piece.accesses, piece.around, earlier);
  region.callees.push_back(std::move(piece));
}

void FunctionEstimator::add_body(Region& region, const std::vector<Node>& body) {
  for (const Node& node : body) add_node(region, node);
}

void FunctionEstimator::add_node(Region& region, const Node& node) {
  switch (node.kind) {
    case Node::Kind::assignment:
      region.builder.add(node.assignment);
      return;
    case Node::Kind::branch:
      add_branch(region, node.branch);
      return;
    case Node::Kind::call:
      add_call(region, node.call);
      return;
    case Node::Kind::loop:
      add_loop(region, node.loop);
      return;
  }
}

namespace {}  // namespace

/// Adds a branch of which only one side is executed: the maximum is the longer side, the minimum the shorter one.
void FunctionEstimator::add_sides(Region& region, const Branch& branch) {
  region.total += close_block(region);
  Cycles sides[2];
  const std::vector<Node>* bodies[2] = {&branch.then, &branch.otherwise};
  for (int n = 0; n < 2; ++n) {
    if (bodies[n]->empty()) continue;
    Region side(view_, unrolling_);
    add_body(side, *bodies[n]);
    sides[n] = finish(side);
    region.usage.add_sequential(side.usage);
    merge_accesses(region.accesses, side.accesses);
  }
  Cycles longest = longer(sides[0], sides[1]);
  longest.min = std::min(sides[0].min, sides[1].min);
  if (branch.share >= 0) longest.average = branch.share * sides[0].average + (1 - branch.share) * sides[1].average;
  region.total += longest;
}

void FunctionEstimator::add_branch(Region& region, const Branch& branch) {
  if (const auto known = region.builder.known(branch.condition)) {
    add_body(region, *known ? branch.then : branch.otherwise);
    return;
  }
  // A branch with such a side is not a select.
  if (has_modules(branch.then) || has_modules(branch.otherwise)) {
    add_sides(region, branch);
    return;
  }
  region.builder.begin_branch(branch.condition);
  add_body(region, branch.then);
  if (!branch.otherwise.empty()) {
    region.builder.begin_otherwise();
    add_body(region, branch.otherwise);
  }
  region.builder.end_branch();
}

void FunctionEstimator::add_unrolled(Region& region, const Loop& loop) {
  copies_around_ += loop.trip.max > 1 ? 1 : 0;
  for (std::int64_t n = 0; n < loop.trip.max; ++n) {
    bind_iteration(unrolling_, loop, n);
    add_body(region, loop.body);
  }
  unrolling_.unbind(loop.id);
  copies_around_ -= loop.trip.max > 1 ? 1 : 0;
}

void FunctionEstimator::add_loop(Region& region, const Loop& loop) {
  if (loop.trip.max <= 0 && !loop.trip.assumed) return;
  if (is_completely_unrolled(loop)) {
    add_unrolled(region, loop);
    return;
  }
  if (is_region_loop(loop) && has_calls_only(loop.body)) {
    add_piece(region, run_region_as_module(loop));
    return;
  }
  const Nest nest = find_nest(loop);
  if (nest.loops.empty()) {
    add_sequential_loop(region, loop);
    return;
  }
  add_piece(region, pipeline_nest(nest));
}

namespace {

/// Lends a function's float units to its caller, where functions that run one after the other share them (2022.2: two
/// functions of 256 products and sums report no DSP, their caller 512). The rest of the function is a module of its
/// own.
Usage lend_operators(int function, const CalleeEstimate& callee) {
  Usage usage;
  ModuleUse module{function, 1, callee.resources};
  for (const OperatorUse& use : callee.usage.operators) {
    if (!use.type.is_float()) continue;
    const auto instances = static_cast<double>(use.instances);
    module.resources.dsp -= instances * use.cost.dsp;
    module.resources.lut -= instances * use.cost.reported_lut;
    module.resources.ff -= instances * use.cost.reported_ff;
    usage.operators.push_back(use);
    usage.operators.back().users = {{use.instances, 1}};
  }
  usage.modules.push_back(module);
  return usage;
}

}  // namespace

void FunctionEstimator::add_call(Region& region, const Call& call) {
  auto& known = state_.callees[call.function];
  if (!known) known = FunctionEstimator(state_, call.function).estimate();
  PieceEstimate piece;
  piece.latency = known->latency;
  piece.interval = known->interval;
  piece.drain = known->drain;
  piece.first_output = known->first_output;
  piece.is_pipeline = known->is_pipeline;
  piece.usage = lend_operators(call.function, *known);
  const bool one_instance = state_.kernel.functions[call.function].one_instance;
  if (one_instance) {
    piece.shared_function = call.function;
    // The operands of a shared instance are multiplexed once, at its first call.
    const bool first = lent_.insert(call.function).second;
    for (OperatorUse& use : piece.usage.operators) {
      if (!first) use.users.clear();
    }
  }
  for (AccessSummary summary : known->parameters) {
    const auto position = static_cast<std::size_t>(summary.array);
    summary.array = position < call.arrays.size() ? call.arrays[position] : -1;
    if (summary.array < 0) continue;
    piece.accesses.push_back(summary);
    hardware_.add_argument(summary.array, known->more_ports[position]);
    if (one_instance && summary.reads)
      hardware_.bind({call.function, static_cast<int>(position)}, summary.array, known->more_ports[position] + 1);
  }
  add_piece(region, std::move(piece));
}

}  // namespace pom::dse::estimate
