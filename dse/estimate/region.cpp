#include "dse/estimate/region.hpp"

#include <algorithm>

#include "dse/estimate/control.hpp"
#include "dse/estimate/dataflow.hpp"
#include "dse/estimate/memories.hpp"

namespace pom::dse {

namespace {

/// A pipelined loop is a module of its own from this release on.
constexpr ToolVersion outlined_since{2021, 1};

/// A pipelined operator hands its result to the next iteration without another state from this release on.
constexpr ToolVersion forwarded_since{2021, 1};

/// Values that circle through several registers ask for a longer interval than each alone.
constexpr int most_interval_tries = 64;

Cycles scale(const Cycles& cycles, const TripCount& trip) {
  return {trip.min * cycles.min, trip.max * cycles.max, trip.average * cycles.average};
}

TripCount divide(const TripCount& trip, std::int64_t factor) {
  const auto up = [&](std::int64_t n) { return (n + factor - 1) / factor; };
  return {up(trip.min), up(trip.max),
          trip.min == trip.max ? static_cast<double>(up(trip.max)) : trip.average / static_cast<double>(factor)};
}

bool is_completely_unrolled(const Loop& loop) {
  return loop.unroll && (*loop.unroll == 0 || *loop.unroll >= loop.trip.max) && !loop.pipeline;
}

std::int64_t unroll_factor(const Loop& loop) {
  return loop.unroll && *loop.unroll > 1 ? std::min(*loop.unroll, std::max<std::int64_t>(loop.trip.max, 1)) : 1;
}

Unrolling::Symbol symbol_of(const Loop& loop, std::int64_t factor) {
  Unrolling::Symbol symbol;
  symbol.constant_lower = loop.lower.size() == 1 && loop.lower.front().is_constant();
  symbol.lower = symbol.constant_lower ? loop.lower.front().constant : 0;
  symbol.step = loop.step * factor;
  symbol.trip = (loop.trip.max + factor - 1) / factor;
  return symbol;
}

void merge_touches(std::vector<Touch>& into, const std::vector<Touch>& more) {
  for (const Touch& touch : more) {
    const auto at = std::find_if(into.begin(), into.end(), [&](const Touch& t) { return t.array == touch.array; });
    if (at == into.end()) {
      into.push_back(touch);
    } else {
      at->reads = at->reads || touch.reads;
      at->writes = at->writes || touch.writes;
    }
  }
}

}  // namespace

struct FunctionEstimator::Region {
  explicit Region(const FunctionView& view, Unrolling& unrolling) : builder(view, unrolling, graph) {}

  Graph graph;
  BlockBuilder builder;
  std::vector<PieceEstimate> callees;  ///< of the calls in the block, by GraphNode::callee
  Cycles total, drain;
  Usage usage;
  std::vector<Touch> touches;
};

FunctionEstimator::FunctionEstimator(EstimateState& state, int function)
    : state_(state),
      function_(state.kernel.functions[static_cast<std::size_t>(function)]),
      number_(function),
      view_(view_function(function_, state.target)),
      hardware_(function_.arrays.size()) {}

/// The block's states, and what modules add while they are waited for.
Cycles FunctionEstimator::close_block(Region& region) {
  ScheduleLimits limits;
  limits.budget_ns = state_.target.budget_ns();
  settle_banks(region.graph, view_.memories, unrolling_);
  const BlockSchedule schedule = schedule_block(region.graph, view_.memories, limits);
  region.usage.add_sequential(
      measure_block(region.graph, schedule, view_.costs, function_.expressions, view_.memories, state_.target, 0));
  hardware_.add_block(region.graph, schedule);
  for (const PieceEstimate& piece : region.callees) hardware_.add_module(piece.touches);
  std::vector<Cycles> waits(static_cast<std::size_t>(schedule.states) + 1);
  std::vector<Usage> running(waits.size());
  for (std::size_t n = 0; n < region.graph.nodes.size(); ++n) {
    const GraphNode& node = region.graph.nodes[n];
    if (node.role != Role::call) continue;
    const auto wait = static_cast<std::size_t>(schedule.start[n] + 1);
    const PieceEstimate& piece = region.callees[static_cast<std::size_t>(node.callee)];
    waits[wait] = longer(waits[wait], piece.latency);
    running[wait].add_concurrent(piece.usage);
  }
  Cycles cycles = Cycles::of(schedule.states);
  for (const Cycles& wait : waits) cycles += wait;
  for (const Usage& usage : running) region.usage.add_sequential(usage);
  merge_touches(region.touches, region.builder.touches());
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
  const int callee = static_cast<int>(region.callees.size());
  region.builder.add_call(callee, piece.touches, piece.around);
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

void FunctionEstimator::add_branch(Region& region, const Branch& branch) {
  if (const auto known = region.builder.known(branch.condition)) {
    add_body(region, *known ? branch.then : branch.otherwise);
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
  for (std::int64_t n = 0; n < loop.trip.max; ++n) {
    Linear value = loop.lower.empty() ? Linear{} : unrolling_.evaluate(loop.lower.front());
    value.constant += n * loop.step;
    unrolling_.bind(loop.id, value);
    add_body(region, loop.body);
  }
  unrolling_.unbind(loop.id);
}

namespace {

/// One loop, and before it at most scalars that are set: those move inside.
bool runs_as_one(const std::vector<Node>& body) {
  if (body.empty() || body.back().kind != Node::Kind::loop) return false;
  return std::all_of(body.begin(), body.end() - 1, [](const Node& node) {
    return node.kind == Node::Kind::assignment && node.assignment.indices.empty();
  });
}

}  // namespace

FunctionEstimator::Nest FunctionEstimator::find_nest(const Loop& loop) const {
  if (loop.pipeline) return {{&loop}};
  if (!runs_as_one(loop.body) || loop.flatten_off || loop.pipeline_off || loop.unroll) return {};
  const Loop& inner = loop.body.back().loop;
  if (inner.trip.min != inner.trip.max) return {};
  Nest nest = find_nest(inner);
  if (!nest.loops.empty() && !inner.flatten_off)
    nest.loops.insert(nest.loops.begin(), &loop);
  else if (inner.flatten_off)
    return {};
  return nest;
}

void FunctionEstimator::add_loop(Region& region, const Loop& loop) {
  if (loop.trip.max <= 0) return;
  if (is_completely_unrolled(loop)) {
    add_unrolled(region, loop);
    return;
  }
  const Nest nest = find_nest(loop);
  if (nest.loops.empty()) {
    add_inline_loop(region, loop);
    return;
  }
  add_piece(region, pipeline_nest(nest));
}

void FunctionEstimator::add_inline_loop(Region& region, const Loop& loop) {
  region.total += close_block(region);
  const std::int64_t factor = unroll_factor(loop);
  const Unrolling::Symbol symbol = symbol_of(loop, factor);
  const std::size_t reported = state_.qor.loops.size();
  state_.qor.loops.emplace_back();
  Region body(view_, unrolling_);
  unrolling_.run(loop.id, symbol);
  for (std::int64_t copy = 0; copy < factor; ++copy) {
    if (factor > 1) {
      Linear value;
      value.add(loop.id, 1);
      value.constant = copy * loop.step;
      unrolling_.bind(loop.id, value);
    }
    add_body(body, loop.body);
  }
  unrolling_.unbind(loop.id);
  const Cycles iteration = finish(body);
  const TripCount trip = divide(loop.trip, factor);
  const Cycles latency = scale(iteration, trip);
  region.total += latency;
  region.usage.add_sequential(body.usage);
  region.usage.add_sequential(measure_counter(trip.max, state_.target));
  merge_touches(region.touches, body.touches);
  LoopEstimate& estimate = state_.qor.loops[reported];
  estimate.function = function_.name;
  estimate.name = loop.name;
  estimate.label = loop.label;
  estimate.trip = trip.max;
  estimate.iteration_latency = iteration.max;
  estimate.latency_min = latency.min;
  estimate.latency_max = latency.max;
}

namespace {

/// The statements of a pipelined iteration: loops inside are unrolled.
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
      const std::int64_t factor = loop.unroll.value_or(0) < loop.trip.max ? unroll_factor(loop) : 1;
      for (std::int64_t n = 0; n < loop.trip.max; ++n) {
        Linear value = loop.lower.empty() ? Linear{} : unrolling.evaluate(loop.lower.front());
        value.constant += n * loop.step;
        unrolling.bind(loop.id, value);
        builder.set_copies(factor);
        add_iteration(builder, unrolling, loop.body);
      }
      unrolling.unbind(loop.id);
      builder.set_copies(1);
    }
  }
}

}  // namespace

PieceEstimate FunctionEstimator::run_nest_body(const Nest& nest, Graph& graph, std::vector<RunningLoop>& running) {
  PieceEstimate piece;
  const Loop& inner = *nest.loops.back();
  const std::int64_t factor = unroll_factor(inner);
  for (const Loop* loop : nest.loops) {
    const std::int64_t own = loop == &inner ? factor : 1;
    const Unrolling::Symbol symbol = symbol_of(*loop, own);
    unrolling_.run(loop->id, symbol);
    running.insert(running.begin(), {loop->id, symbol.step, symbol.trip});
  }
  BlockBuilder builder(view_, unrolling_, graph);
  builder.overlap(running);
  for (std::size_t n = 0; n + 1 < nest.loops.size(); ++n) {
    const std::vector<Node>& body = nest.loops[n]->body;
    for (auto node = body.begin(); node + 1 != body.end(); ++node) builder.add(node->assignment);
  }
  for (std::int64_t copy = 0; copy < factor; ++copy) {
    if (factor > 1) {
      Linear value;
      value.add(inner.id, 1);
      value.constant = copy * inner.step;
      unrolling_.bind(inner.id, value);
    }
    add_iteration(builder, unrolling_, inner.body);
  }
  builder.finish_iteration(running, inner.promises, piece.around);
  settle_banks(graph, view_.memories, unrolling_);
  for (const Loop* loop : nest.loops) unrolling_.unbind(loop->id);
  piece.touches = builder.touches_inside();
  return piece;
}

PieceEstimate FunctionEstimator::pipeline_nest(const Nest& nest) {
  Graph graph;
  std::vector<RunningLoop> running;
  PieceEstimate piece = run_nest_body(nest, graph, running);
  const double budget = state_.target.budget_ns();
  ScheduleLimits limits{budget};
  if (state_.target.version >= forwarded_since) mark_forwarded(graph, {budget, nest.loops.back()->pipeline.value_or(0) > 0});
  const RecurrenceInterval recurrence = find_recurrence_interval(graph, view_.memories, budget);
  const PortInterval ports = find_port_interval(graph, view_.memories);
  const Loop& inner = *nest.loops.back();
  const std::int64_t asked = std::max(1, inner.pipeline.value_or(1));
  std::int64_t interval = std::max({asked, recurrence.interval, ports.interval});
  limits.interval = static_cast<int>(interval);
  std::optional<BlockSchedule> found = schedule_pipeline(graph, view_.memories, limits);
  for (int tries = 0; !found && tries < most_interval_tries; ++tries) {
    limits.interval += 1 + tries / 16;
    found = schedule_pipeline(graph, view_.memories, limits);
  }
  const BlockSchedule schedule = found ? std::move(*found) : schedule_block(graph, view_.memories, limits);
  const bool delayed = limits.interval > interval;
  interval = limits.interval;
  IntervalReason reason;
  if ((delayed || interval == recurrence.interval) && interval > asked) {
    reason.kind = IntervalReason::Kind::recurrence;
    const CarriedEdge& edge = graph.carried[static_cast<std::size_t>(std::max(recurrence.edge, 0))];
    reason.array = function_.arrays[static_cast<std::size_t>(edge.array)].name;
    reason.text = "an iteration needs what the iteration " + std::to_string(edge.distance) + " before it computes in " +
                  reason.array;
  } else if (interval > asked) {
    reason.kind = IntervalReason::Kind::ports;
    reason.array = function_.arrays[static_cast<std::size_t>(ports.array)].name;
    reason.text = "a bank of " + reason.array + " has fewer ports than an iteration has accesses to it";
  }
  piece.usage = measure_block(graph, schedule, view_.costs, function_.expressions, view_.memories, state_.target,
                              static_cast<int>(interval));
  hardware_.add_pipeline(graph, view_.memories, interval);
  TripCount trip = divide(inner.trip, unroll_factor(inner));
  LoopControl control{{}, schedule.states, interval};
  for (std::size_t n = 0; n + 1 < nest.loops.size(); ++n) control.trips.push_back(nest.loops[n]->trip.max);
  control.trips.push_back(trip.max);
  piece.usage.add_sequential(measure_loop_control(control, state_.target));
  for (std::size_t n = 0; n + 1 < nest.loops.size(); ++n) {
    const TripCount& outer = nest.loops[n]->trip;
    trip = {trip.min * outer.min, trip.max * outer.max, trip.average * outer.average};
  }
  const std::int64_t drain = std::max<std::int64_t>(schedule.states - 1, interval);
  const auto latency = [&](std::int64_t t) { return t <= 0 ? 0 : interval * (t - 1) + drain; };
  piece.latency = {
      latency(trip.min), latency(trip.max),
      trip.average <= 0 ? 0 : static_cast<double>(interval) * (trip.average - 1) + static_cast<double>(drain)};
  piece.drain = Cycles::of(schedule.states);
  report(nest, piece, trip.max, schedule.states, interval, reason);
  report_module(piece);
  if (state_.target.version >= outlined_since) piece.latency += Cycles::of(2);
  piece.interval = piece.latency;
  return piece;
}

void FunctionEstimator::report(const Nest& nest, const PieceEstimate& piece, std::int64_t trip, std::int64_t iteration,
                               std::int64_t interval, IntervalReason reason) {
  LoopEstimate estimate;
  estimate.function = function_.name;
  for (const Loop* loop : nest.loops) {
    if (!estimate.label.empty()) estimate.label += "_", estimate.name += "_";
    estimate.label += loop->label;
    estimate.name += loop->name;
  }
  estimate.trip = trip;
  estimate.iteration_latency = iteration;
  estimate.interval = interval;
  estimate.latency_min = piece.latency.min;
  estimate.latency_max = piece.latency.max;
  estimate.pipelined = true;
  estimate.reason = std::move(reason);
  state_.qor.loops.push_back(std::move(estimate));
}

/// The module of the loop just reported. Its operators may be shared with other modules: they are the function's.
void FunctionEstimator::report_module(const PieceEstimate& piece) {
  FunctionEstimate module;
  const LoopEstimate& loop = state_.qor.loops.back();
  module.name = function_.name + "_Pipeline_" + loop.label;
  module.latency_min = piece.latency.min;
  module.latency_max = piece.latency.max;
  module.interval = piece.interval.max;
  for (const ResourceShare& share : share_out(piece.usage)) {
    if (share.cause != "operators") module.resources += share.resources;
  }
  state_.qor.functions.push_back(std::move(module));
}

void FunctionEstimator::add_call(Region& region, const Call& call) {
  auto& known = state_.callees[static_cast<std::size_t>(call.function)];
  if (!known) known = FunctionEstimator(state_, call.function).estimate();
  PieceEstimate piece;
  piece.latency = known->latency;
  piece.interval = known->interval;
  piece.drain = known->drain;
  piece.usage.modules.push_back({call.function, 1, known->resources});
  for (Touch touch : known->parameters) {
    const auto position = static_cast<std::size_t>(touch.array);
    touch.array = position < call.arrays.size() ? call.arrays[position] : -1;
    if (touch.array >= 0) piece.touches.push_back(touch);
  }
  add_piece(region, std::move(piece));
}

namespace {

/// The statements do nothing but wait: a loop or call that makes up the whole module.
const Node* only_loop(const std::vector<Node>& body) {
  return body.size() == 1 && body.front().kind == Node::Kind::loop ? &body.front() : nullptr;
}

}  // namespace

/// An initializer of a memory is a loop over its elements, one in a cycle.
void FunctionEstimator::add_initial_values(Region& region) {
  for (std::size_t n = 0; n < function_.arrays.size(); ++n) {
    const Array& array = function_.arrays[n];
    if (!array.initialized || array.is_static || view_.memories[n].kind != MemoryView::Kind::memory) continue;
    std::int64_t elements = 1;
    for (const std::int64_t extent : array.shape) elements *= std::max<std::int64_t>(extent, 1);
    PieceEstimate piece;
    piece.latency = piece.interval = Cycles::of(elements + 2);
    piece.touches.push_back({static_cast<int>(n), false, true});
    add_piece(region, std::move(piece));
  }
}

FunctionEstimator::Body FunctionEstimator::run_module(const std::vector<Node>& body) {
  Body module;
  const bool prepares = &body == &function_.body &&
                        std::any_of(function_.arrays.begin(), function_.arrays.end(),
                                    [](const Array& array) { return array.initialized && !array.is_static; });
  if (const Node* only = prepares ? nullptr : only_loop(body); only && !is_completely_unrolled(only->loop) && only->loop.trip.max > 0) {
    // A single pipelined loop that needs nothing from before is the module, not a module inside it.
    const Nest nest = find_nest(only->loop);
    if (!nest.loops.empty()) {
      PieceEstimate piece = pipeline_nest(nest);
      if (piece.around.hoisted.empty() && piece.around.sunk.empty() && piece.around.bursts.empty())
        return {piece.latency, piece.interval, piece.drain, std::move(piece.usage), std::move(piece.touches)};
      Region region(view_, unrolling_);
      add_piece(region, std::move(piece));
      const Cycles total = finish(region);
      return {total + Cycles::of(-1), total + Cycles::of(-1), region.drain, std::move(region.usage), std::move(region.touches)};
    }
  }
  Region region(view_, unrolling_);
  if (&body == &function_.body) add_initial_values(region);
  add_body(region, body);
  const Cycles total = finish(region);
  module.latency = module.interval = total + Cycles::of(-1);
  module.drain = region.drain;
  module.usage = std::move(region.usage);
  module.touches = std::move(region.touches);
  return module;
}

FunctionEstimator::Body FunctionEstimator::run_processes(const std::vector<Node>& body) {
  Body all;
  std::vector<Process> processes;
  for (const Node& node : body) {
    if (node.kind == Node::Kind::assignment) continue;  // wires and registers between the processes
    Body module;
    if (node.kind == Node::Kind::call) {
      Region region(view_, unrolling_);
      add_call(region, node.call);
      PieceEstimate& piece = region.callees.back();
      module = {piece.latency, piece.interval, piece.drain, piece.usage, piece.touches};
    } else {
      module = run_module({node});
    }
    processes.push_back({module.latency, module.interval, module.drain, module.touches});
    all.usage.add_concurrent(module.usage);
    merge_touches(all.touches, module.touches);
    all.drain = module.drain;
  }
  const RegionTime time = time_processes(processes, view_);
  all.latency = time.latency;
  all.interval = time.interval;
  return all;
}

CalleeEstimate FunctionEstimator::estimate() {
  Body module = function_.dataflow ? run_processes(function_.body) : run_module(function_.body);
  CalleeEstimate result;
  result.latency = module.latency;
  result.interval = module.interval;
  result.drain = module.drain;
  result.usage = std::move(module.usage);
  for (std::size_t p = 0; p < function_.parameters.size(); ++p) {
    for (Touch touch : module.touches) {
      if (touch.array != function_.parameters[p]) continue;
      touch.array = static_cast<int>(p);
      result.parameters.push_back(touch);
    }
  }
  result.usage.add_sequential(hardware_.measure(view_.memories, state_.target));
  result.memories = measure_memories(function_, view_.memories, hardware_.copies(), state_.target);
  result.resources = pom::dse::total(result.usage);
  result.resources += result.memories;
  return result;
}

}  // namespace pom::dse
