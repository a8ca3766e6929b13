#include "dse/estimate/compose/pipeline_nest.hpp"

#include <algorithm>

#include "dse/estimate/area/addresses.hpp"
#include "dse/estimate/area/control.hpp"
#include "dse/estimate/blocks/block_builder.hpp"
#include "dse/estimate/compose/loop_report.hpp"
#include "dse/estimate/compose/nest_key.hpp"
#include "dse/estimate/compose/nest_memo.hpp"
#include "dse/estimate/frontend/loop_shape.hpp"
#include "dse/estimate/frontend/promote_sums.hpp"
#include "dse/estimate/schedule/balance_sums.hpp"
#include "dse/estimate/schedule/overlap.hpp"

namespace pom::dse::estimate {

namespace {

/// First release in which a pipelined loop is a module of its own.
constexpr devices::ToolVersion outlined_since{2021, 1};

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

/// Tells whether the tool unrolls loops inside by itself, because it pipelines the loop around them by itself.
bool has_late_copies(const Loop& loop) { return loop.pipeline.value_or(0) == 0 && has_loops_to_unroll(loop.body); }

/// Lets the loops of the nest run, and describes them.
PipelinedLoops start_loops(const FlatNest& nest, const FunctionView& view, Unrolling& unrolling, bool runs_again) {
  PipelinedLoops pipelined;
  for (const Loop* loop : nest) {
    const Unrolling::Symbol symbol = symbol_of(*loop, loop == nest.back() ? unroll_factor(*loop) : 1, unrolling);
    unrolling.run(loop->id, symbol);
    pipelined.loops.insert(pipelined.loops.begin(), {loop->id, symbol.step, symbol.trip});
  }
  pipelined.runs_again = runs_again;
  pipelined.late_copies = has_late_copies(*nest.back());
  pipelined.late_choices = view.target.version >= sums_stay_since;
  return pipelined;
}

/// Adds one iteration of the nest to a block. What stands before an inner loop takes effect in its first iteration.
void add_nest(BlockBuilder& builder, Unrolling& unrolling, const FlatNest& nest) {
  const Loop& inner = *nest.back();
  for (const Loop* outer : std::span(nest).first(nest.size() - 1)) {
    const auto loop = find_inner_loop(outer->body);
    for (auto node = outer->body.begin(); node != loop; ++node) builder.add_first(node->assignment);
  }
  const std::int64_t factor = unroll_factor(inner);
  for (std::int64_t copy = 0; copy < factor; ++copy) {
    if (factor > 1) bind_copy(unrolling, inner, copy);
    add_iteration(builder, unrolling, inner.body);
  }
  for (const Loop* outer : std::span(nest).first(nest.size() - 1)) {
    for (auto node = find_inner_loop(outer->body) + 1; node != outer->body.end(); ++node) builder.add(node->assignment);
  }
}

/// Builds the graph of one iteration, and returns what the nest accesses and what it requires around it.
PieceEstimate build_iteration(Graph& graph, const FlatNest& nest, const FunctionView& view, Unrolling& unrolling,
                              bool runs_again) {
  PieceEstimate piece;
  const Loop& inner = *nest.back();
  BlockBuilder builder(view, unrolling, graph, start_loops(nest, view, unrolling, runs_again));
  add_nest(builder, unrolling, nest);
  builder.finish_iteration(inner.promises, piece.around);
  settle_banks(graph, view.memories, unrolling, has_late_copies(inner));
  settle_words(graph, view.memories);
  note_loop_strides(graph, unrolling);
  graph.first_running = nest.front()->id;
  for (const Loop* loop : nest) unrolling.unbind(loop->id);
  piece.accesses = builder.accesses_inside();
  return piece;
}

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

/// Computes the cycles of all iterations: one starts every `interval` cycles, and the last one drains.
Cycles pipeline_latency(const TripCount& trip, std::int64_t interval, std::int64_t drain) {
  const auto latency = [&](std::int64_t t) { return t <= 0 ? 0 : counted_product(interval, t - 1) + drain; };
  return {latency(trip.min), latency(trip.max),
          trip.average <= 0 ? 0 : static_cast<double>(interval) * (trip.average - 1) + static_cast<double>(drain)};
}

NestEstimate estimate_nest(const FlatNest& nest, const FunctionView& view, Unrolling& unrolling, bool runs_again,
                           const EstimateOptions& options) {
  // A search estimates thousands of nests, so the graph's memory is reused. A pipelined nest contains no other one.
  static thread_local Graph graph;
  NestEstimate estimate;
  estimate.piece = build_iteration(graph, nest, view, unrolling, runs_again);
  PieceEstimate& piece = estimate.piece;
  const Loop& inner = *nest.back();
  const bool from_directive = inner.pipeline.value_or(0) > 0;
  const std::int64_t target_interval = std::max(1, inner.pipeline.value_or(1));
  const PortInterval ports = find_port_interval(graph, view.memories);
  const std::int64_t least = std::max(target_interval, ports.interval);
  if (options.automatic_pipelining) balance_sums(graph, view.function, least, options.unsafe_math);
  const OverlapRequest request{from_directive, target_interval, least, options.unsafe_math, options.most_steps};
  const Overlap best = find_overlap(graph, view.function, view.memories, view.target, request);
  const std::int64_t interval = best.interval;
  piece.usage = measure_block(graph, best.schedule, view.costs, view.function.expressions, view.memories, view.target,
                              static_cast<int>(interval));
  const std::int64_t states = best.schedule.states + counting_states(nest.size());
  estimate.ports = find_pipeline_ports(graph, view.memories, interval);
  TripCount trip = divide(inner.trip, unroll_factor(inner));
  LoopControl control{{}, states, interval};
  for (const Loop* outer : std::span(nest).first(nest.size() - 1)) control.trips.push_back(outer->trip.max);
  control.trips.push_back(trip.max);
  piece.usage.add_sequential(measure_loop_control(control, view.target));
  for (const Loop* outer : std::span(nest).first(nest.size() - 1)) trip = multiply(trip, outer->trip);
  piece.latency = pipeline_latency(trip, interval, std::max<std::int64_t>(states - 1, interval));
  piece.drain = Cycles::of(states);
  estimate.loop = describe_loop(view.function, nest, trip, states, piece.latency);
  estimate.loop.nested = nest.size();
  estimate.loop.interval = interval;
  estimate.loop.pipelined = true;
  estimate.loop.reason = find_interval_reason(view.function, graph, best, ports, target_interval);
  estimate.module = describe_module(view.function, piece, estimate.loop);
  for (const PipelinePorts& used : estimate.ports) {
    if (used.wide) estimate.module.wide.push_back(view.function.arrays[used.array].name);
  }
  if (view.target.version >= outlined_since) piece.latency += Cycles::of(2);
  piece.interval = piece.latency;
  return estimate;
}

}  // namespace

NestEstimate pipeline_nest(const FlatNest& nest, const FunctionView& view, Unrolling& unrolling, bool runs_again,
                           const EstimateOptions& options) {
  NestMemo* memo = options.memo;
  const std::optional<std::string> key = memo ? write_nest_key(view, unrolling, nest, runs_again) : std::nullopt;
  if (!key) return estimate_nest(nest, view, unrolling, runs_again, options);
  if (const NestEstimate* known = memo->find(*key)) return *known;
  NestEstimate estimate = estimate_nest(nest, view, unrolling, runs_again, options);
  memo->keep(*key, estimate);
  return estimate;
}

}  // namespace pom::dse::estimate
