#include "dse/estimate/compose/region.hpp"

#include <algorithm>
#include <functional>
#include <limits>

#include "dse/estimate/area/addresses.hpp"
#include "dse/estimate/area/control.hpp"
#include "dse/estimate/area/memories.hpp"
#include "dse/estimate/compose/nest_key.hpp"
#include "dse/estimate/compose/nest_memo.hpp"
#include "dse/estimate/compose/region_body.hpp"
#include "dse/estimate/frontend/loop_shape.hpp"
#include "dse/estimate/frontend/promote_sums.hpp"
#include "dse/estimate/schedule/balance_sums.hpp"
#include "dse/estimate/schedule/overlap.hpp"

namespace pom::dse::estimate {

namespace {

/// First release in which a pipelined loop is a module of its own.
constexpr devices::ToolVersion outlined_since{2021, 1};

/// First release in which the store of an element after the loop moves into its last iteration (2025.1: 17 designs of
/// rows that are read and summed up; not where the elements are registers).
constexpr devices::ToolVersion stored_inside_since{2022, 2};

std::vector<Node>::const_iterator find_loop(const std::vector<Node>& body) {
  return std::find_if(body.begin(), body.end(), [](const Node& node) { return node.kind == Node::Kind::loop; });
}

/// Tells whether a body can be flattened: it consists of one loop, before it at most assignments of scalars and after
/// it at most one store, which move into the loop. With a store, the scalars have to be constants (2022.2: a nest that
/// loads one before its loop is not flattened).
bool can_flatten(const std::vector<Node>& body, const FunctionView& view) {
  const auto loop = find_loop(body);
  const auto is_scalar = [](const Node& node) {
    return node.kind == Node::Kind::assignment && node.assignment.indices.empty();
  };
  if (loop == body.end() || !std::all_of(body.begin(), loop, is_scalar)) return false;
  if (loop + 1 == body.end()) return true;
  const auto moves_in = [&](const Node& node) {
    return node.kind == Node::Kind::assignment &&
           view.memories[node.assignment.array].kind != MemoryView::Kind::registers;
  };
  if (view.target.version >= sums_stay_since) return loop->loop.pipeline && std::all_of(loop + 1, body.end(), moves_in);
  const auto is_constant = [&](const Node& node) {
    return view.function.expressions[node.assignment.value].op == OpKind::constant;
  };
  if (loop + 2 != body.end() || loop == body.begin() || view.target.version < stored_inside_since) return false;
  if (!std::all_of(body.begin(), loop, is_constant)) return false;
  return !body.back().assignment.indices.empty() && loop->loop.pipeline &&
         view.memories[body.back().assignment.array].kind == MemoryView::Kind::memory;
}

/// Tells whether the inner loop has the same trip count in every iteration of the outer loop.
bool has_fixed_trip_count(const Loop& inner, const Loop& outer) {
  const auto varies = [&](const Index& bound) {
    return bound.opaque || !bound.divisions.empty() ||
           std::any_of(bound.terms.begin(), bound.terms.end(), [&](const auto& term) { return term.loop == outer.id; });
  };
  return std::none_of(inner.lower.begin(), inner.lower.end(), varies) &&
         std::none_of(inner.upper.begin(), inner.upper.end(), varies);
}

}  // namespace

FunctionEstimator::Nest FunctionEstimator::find_nest(const Loop& loop) const {
  if (loop.pipeline) return {{&loop}};
  if (!can_flatten(loop.body, view_) || loop.flatten_off || loop.pipeline_off || loop.unroll) return {};
  const Loop& inner = find_loop(loop.body)->loop;
  if (inner.trip.min != inner.trip.max && !has_fixed_trip_count(inner, loop)) return {};
  Nest nest = find_nest(inner);
  if (!nest.loops.empty() && !inner.flatten_off)
    nest.loops.insert(nest.loops.begin(), &loop);
  else if (inner.flatten_off)
    return {};
  return nest;
}

namespace {

bool has_loops_to_unroll(const std::vector<Node>& body) {
  return std::any_of(body.begin(), body.end(), [](const Node& node) {
    if (node.kind == Node::Kind::branch)
      return has_loops_to_unroll(node.branch.then) || has_loops_to_unroll(node.branch.otherwise);
    return node.kind == Node::Kind::loop && (!is_completely_unrolled(node.loop) || has_loops_to_unroll(node.loop.body));
  });
}

/// Adds the statements of one pipelined iteration; the loops inside it are unrolled.
void add_iteration(BlockBuilder& builder, Unrolling& unrolling, const std::vector<Node>& body) {
  for (const Node& node : body) {
    if (node.kind == Node::Kind::assignment) {
      builder.add(node.assignment);
    } else if (node.kind == Node::Kind::branch) {
      if (const auto known = builder.known(node.branch.condition)) {
        add_iteration(builder, unrolling, *known ? node.branch.then : node.branch.otherwise);
        continue;
      }
      builder.begin_branch(node.branch.condition);
      add_iteration(builder, unrolling, node.branch.then);
      if (!node.branch.otherwise.empty()) {
        builder.begin_otherwise();
        add_iteration(builder, unrolling, node.branch.otherwise);
      }
      builder.end_branch();
    } else if (node.kind == Node::Kind::loop) {
      const Loop& loop = node.loop;
      for (std::int64_t n = 0; n < loop.trip.max; ++n) {
        bind_iteration(unrolling, loop, n);
        add_iteration(builder, unrolling, loop.body);
      }
      unrolling.unbind(loop.id);
    }
  }
}

}  // namespace

PieceEstimate FunctionEstimator::run_nest_body(const Nest& nest, Graph& graph) {
  PieceEstimate piece;
  PipelinedLoops pipelined;
  const Loop& inner = *nest.loops.back();
  const std::int64_t factor = unroll_factor(inner);
  for (const Loop* loop : nest.loops) {
    const std::int64_t own = loop == &inner ? factor : 1;
    const Unrolling::Symbol symbol = symbol_of(*loop, own, unrolling_);
    unrolling_.run(loop->id, symbol);
    pipelined.loops.insert(pipelined.loops.begin(), {loop->id, symbol.step, symbol.trip});
  }
  pipelined.runs_again = runs_again();
  const bool late_copies = inner.pipeline.value_or(0) == 0 && has_loops_to_unroll(inner.body);
  pipelined.late_copies = late_copies;
  pipelined.late_choices = view_.target.version >= sums_stay_since;
  BlockBuilder builder(view_, unrolling_, graph, std::move(pipelined));
  for (std::size_t n = 0; n + 1 < nest.loops.size(); ++n) {
    const std::vector<Node>& body = nest.loops[n]->body;
    const auto loop = find_loop(body);
    for (auto node = body.begin(); node != loop; ++node) builder.add_first(node->assignment);
  }
  for (std::int64_t copy = 0; copy < factor; ++copy) {
    if (factor > 1) bind_copy(unrolling_, inner, copy);
    add_iteration(builder, unrolling_, inner.body);
  }
  for (std::size_t n = 0; n + 1 < nest.loops.size(); ++n) {
    const std::vector<Node>& body = nest.loops[n]->body;
    for (auto node = find_loop(body) + 1; node != body.end(); ++node) builder.add(node->assignment);
  }
  builder.finish_iteration(inner.promises, piece.around);
  settle_banks(graph, view_.memories, unrolling_, late_copies);
  settle_words(graph, view_.memories);
  note_loop_strides(graph, unrolling_);
  graph.first_running = nest.loops.front()->id;
  for (const Loop* loop : nest.loops) unrolling_.unbind(loop->id);
  piece.accesses = builder.accesses_inside();
  return piece;
}

PieceEstimate FunctionEstimator::pipeline_nest(const Nest& nest) {
  NestEstimate estimate = recall_nest(nest);
  hardware_.add_pipeline(estimate.ports);
  state_.qor.loops.push_back(std::move(estimate.loop));
  state_.qor.functions.push_back(std::move(estimate.module));
  return std::move(estimate.piece);
}

NestEstimate FunctionEstimator::recall_nest(const Nest& nest) {
  NestMemo* memo = state_.options.memo;
  if (!memo) return estimate_nest(nest);
  const std::optional<std::string> key = write_nest_key(view_, unrolling_, nest.loops, runs_again());
  if (!key) return estimate_nest(nest);
  if (const NestEstimate* known = memo->find(*key)) return *known;
  NestEstimate estimate = estimate_nest(nest);
  memo->keep(*key, estimate);
  return estimate;
}

namespace {

/// Explains why the loop does not reach its target interval: a recurrence or a lack of ports.
IntervalReason find_interval_reason(const Function& function, const Graph& graph, const Overlap& found,
                                    const PortInterval& ports, std::int64_t target_interval) {
  IntervalReason reason;
  if (found.interval <= target_interval) return reason;
  if (found.delayed || found.interval == found.recurrence.interval) {
    reason.kind = IntervalReason::Kind::recurrence;
    const CarriedEdge& edge = graph.carried[std::max(found.recurrence.edge, 0)];
    reason.array = function.arrays[edge.array].name;
    const std::string before =
        edge.distance == 1 ? "the iteration" : "the iteration " + std::to_string(edge.distance) + " places";
    reason.text = "an iteration needs what " + before + " before it computes in " + reason.array;
    return reason;
  }
  reason.kind = IntervalReason::Kind::ports;
  reason.array = function.arrays[ports.array].name;
  reason.text = "a bank of " + reason.array + " has fewer ports than an iteration has accesses to it";
  return reason;
}

}  // namespace

NestEstimate FunctionEstimator::estimate_nest(const Nest& nest) {
  // A search estimates thousands of nests, so the graph's memory is reused. A pipelined nest contains no other one.
  static thread_local Graph graph;
  NestEstimate estimate;
  estimate.piece = run_nest_body(nest, graph);
  PieceEstimate& piece = estimate.piece;
  const Loop& inner = *nest.loops.back();
  const bool from_directive = inner.pipeline.value_or(0) > 0;
  const std::int64_t target_interval = std::max(1, inner.pipeline.value_or(1));
  const PortInterval ports = find_port_interval(graph, view_.memories);
  const std::int64_t least = std::max(target_interval, ports.interval);
  if (state_.options.automatic_pipelining) balance_sums(graph, function_, least, state_.options.unsafe_math);
  const OverlapRequest request{from_directive, target_interval, least, state_.options.unsafe_math,
                               state_.options.most_steps};
  const Overlap best = find_overlap(graph, function_, view_.memories, state_.target, request);
  const BlockSchedule& schedule = best.schedule;
  const std::int64_t interval = best.interval;
  piece.usage = measure_block(graph, schedule, view_.costs, function_.expressions, view_.memories, state_.target,
                              static_cast<int>(interval));
  const std::int64_t states = schedule.states + counting_states(nest.loops.size());
  estimate.ports = find_pipeline_ports(graph, view_.memories, interval);
  TripCount trip = divide(inner.trip, unroll_factor(inner));
  LoopControl control{{}, states, interval};
  for (std::size_t n = 0; n + 1 < nest.loops.size(); ++n) control.trips.push_back(nest.loops[n]->trip.max);
  control.trips.push_back(trip.max);
  piece.usage.add_sequential(measure_loop_control(control, state_.target));
  for (std::size_t n = 0; n + 1 < nest.loops.size(); ++n) trip = multiply(trip, nest.loops[n]->trip);
  const std::int64_t drain = std::max<std::int64_t>(states - 1, interval);
  const auto latency = [&](std::int64_t t) { return t <= 0 ? 0 : counted_product(interval, t - 1) + drain; };
  piece.latency = {
      latency(trip.min), latency(trip.max),
      trip.average <= 0 ? 0 : static_cast<double>(interval) * (trip.average - 1) + static_cast<double>(drain)};
  piece.drain = Cycles::of(states);
  estimate.loop = describe(nest, piece, trip, states, interval,
                           find_interval_reason(function_, graph, best, ports, target_interval));
  estimate.module = describe_module(piece, estimate.loop);
  for (const PipelinePorts& used : estimate.ports) {
    if (used.wide) estimate.module.wide.push_back(function_.arrays[used.array].name);
  }
  if (state_.target.version >= outlined_since) piece.latency += Cycles::of(2);
  piece.interval = piece.latency;
  return estimate;
}

LoopEstimate FunctionEstimator::describe(const Nest& nest, const PieceEstimate& piece, const TripCount& trip,
                                         std::int64_t iteration, std::int64_t interval, IntervalReason reason) const {
  LoopEstimate estimate;
  estimate.function = function_.name;
  for (const Loop* loop : nest.loops) {
    if (!estimate.label.empty()) estimate.label += "_", estimate.name += "_";
    estimate.label += loop->label;
    estimate.name += loop->name;
  }
  estimate.innermost = nest.loops.back()->label;
  estimate.set_trips(trip);
  estimate.nested = nest.loops.size();
  estimate.iteration_latency = iteration;
  estimate.interval = interval;
  estimate.latency_min = piece.latency.min;
  estimate.latency_max = piece.latency.max;
  estimate.latency_average = piece.latency.average;
  estimate.pipelined = true;
  estimate.reason = std::move(reason);
  return estimate;
}

/// Describes the nest's module in the report, without its operators: modules may share them, so they count in the
/// function.
FunctionEstimate FunctionEstimator::describe_module(const PieceEstimate& piece, const LoopEstimate& loop) const {
  FunctionEstimate module;
  module.name = function_.name + "_Pipeline_" + loop.label;
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
