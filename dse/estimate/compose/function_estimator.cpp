#include "dse/estimate/compose/function_estimator.hpp"

#include <algorithm>

#include "dse/estimate/compose/pipeline_nest.hpp"
#include "dse/estimate/frontend/loop_shape.hpp"

namespace pom::dse::estimate {

FunctionEstimator::FunctionEstimator(EstimateState& state, int function)
    : state_(state),
      function_(state.kernel.functions[function]),
      view_(view_function(function_, state.target)),
      hardware_(function_.arrays.size()) {
  for (MemoryView& memory : view_.memories) {
    memory.raw = memory.outside && memory.floats && function == state.kernel.top;
    if (state.options.free_choices) memory.select_ns = 0;
  }
}

void FunctionEstimator::add_module(Body& body, PieceEstimate module) {
  enclosing_.move_out(module.around);
  body.add_module(std::move(module));
}

void FunctionEstimator::add_nodes(Body& body, const std::vector<Node>& nodes) {
  for (const Node& node : nodes) {
    switch (node.kind) {
      case Node::Kind::assignment:
        body.block().add(node.assignment);
        break;
      case Node::Kind::branch:
        add_branch(body, node.branch);
        break;
      case Node::Kind::call:
        add_call(body, node.call);
        break;
      case Node::Kind::loop:
        add_loop(body, node.loop);
        break;
    }
  }
}

void FunctionEstimator::add_sides(Body& body, const Branch& branch) {
  body.close_block();
  Cycles sides[2];
  const std::vector<Node>* nodes[2] = {&branch.then, &branch.otherwise};
  for (int n = 0; n < 2; ++n) {
    if (nodes[n]->empty()) continue;
    Body side(view_, unrolling_, hardware_);
    add_nodes(side, *nodes[n]);
    side.close_block();
    sides[n] = side.total();
    body.add_parts(side);
  }
  // The maximum is the longer side, the minimum the shorter one.
  Cycles longest = longer(sides[0], sides[1]);
  longest.min = std::min(sides[0].min, sides[1].min);
  if (branch.share >= 0) longest.average = branch.share * sides[0].average + (1 - branch.share) * sides[1].average;
  body.add_cycles(longest);
}

void FunctionEstimator::add_branch(Body& body, const Branch& branch) {
  if (const auto known = body.block().known(branch.condition)) {
    add_nodes(body, *known ? branch.then : branch.otherwise);
    return;
  }
  // A branch with such a side is not a select.
  if (has_modules(branch.then) || has_modules(branch.otherwise)) {
    add_sides(body, branch);
    return;
  }
  body.block().begin_branch(branch.condition);
  add_nodes(body, branch.then);
  if (!branch.otherwise.empty()) {
    body.block().begin_otherwise();
    add_nodes(body, branch.otherwise);
  }
  body.block().end_branch();
}

void FunctionEstimator::add_unrolled(Body& body, const Loop& loop) {
  const bool copied = loop.trip.max > 1;
  if (copied) enclosing_.enter_copies();
  for (std::int64_t n = 0; n < loop.trip.max; ++n) {
    bind_iteration(unrolling_, loop, n);
    add_nodes(body, loop.body);
  }
  unrolling_.unbind(loop.id);
  if (copied) enclosing_.leave_copies();
}

void FunctionEstimator::add_loop(Body& body, const Loop& loop) {
  if (loop.trip.max <= 0 && !loop.trip.assumed) return;
  if (is_completely_unrolled(loop)) {
    add_unrolled(body, loop);
    return;
  }
  if (is_region_loop(loop) && has_calls_only(loop.body)) {
    add_module(body, run_region_loop(loop));
    return;
  }
  const FlatNest nest = find_pipelined_nest(loop, view_);
  if (nest.empty())
    add_sequential_loop(body, loop);
  else
    add_module(body, run_pipeline(nest));
}

PieceEstimate FunctionEstimator::run_pipeline(const FlatNest& nest) {
  NestEstimate estimate = pipeline_nest(nest, view_, unrolling_, enclosing_.run_again(), state_.options);
  hardware_.add_pipeline(estimate.ports);
  state_.qor.loops.push_back(std::move(estimate.loop));
  state_.qor.functions.push_back(std::move(estimate.module));
  return std::move(estimate.piece);
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

void FunctionEstimator::add_call(Body& body, const Call& call) {
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
  add_module(body, std::move(piece));
}

}  // namespace pom::dse::estimate
