#include "dse/estimate/schedule/overlap.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <span>

namespace pom::dse::estimate {

namespace {

/// First release in which a pipelined operator passes its result to the next iteration without an additional state.
constexpr devices::ToolVersion forwarded_since{2021, 1};

/// Largest step, in states, of the search for an interval that satisfies several recurrences together.
constexpr int longest_stride = 128;

/// Reschedules overlapping iterations with as few float units as the interval allows; operations then wait for a unit.
/// If the recurrences leave no time to wait, the number of units is doubled, repeatedly (2024.2: two adders and two
/// multipliers in a loop of interval 10 with six sums, three on either side of a branch, and two products).
void make_do_with_few_units(BlockSchedule& schedule, const Graph& graph, const std::vector<MemoryView>& memories,
                            ScheduleLimits limits) {
  if (limits.interval < 2 || schedule.states <= limits.interval) return;
  const UnitCounts peak = peak_units(graph, schedule, limits.interval);
  UnitCounts units = count_units(graph, limits.interval);
  limits.units = &units;
  bool doubled = false;
  while (!std::equal(peak.begin(), peak.end(), units.begin(), std::less_equal<>())) {
    if (auto found = schedule_pipeline(graph, memories, limits)) {
      schedule = std::move(*found);
      if (doubled) schedule.units = units;
      return;
    }
    for (int& count : units) count *= 2;
    doubled = true;
  }
  if (doubled) schedule.units = peak_exclusive_units(graph, schedule, limits.interval);
}

/// Finds the shortest interval below `below`; if there is none, the result has the interval `below` and no schedule.
Overlap overlap_iterations(const Graph& graph, const std::vector<MemoryView>& memories, ScheduleLimits limits,
                           std::int64_t least, std::int64_t below) {
  Overlap overlap;
  overlap.recurrence = find_recurrence_interval(graph, limits.budget_ns);
  const std::int64_t start = std::max(least, overlap.recurrence.interval);
  overlap.interval = below;
  if (start >= below) return overlap;
  limits.interval = static_cast<int>(start);
  std::optional<BlockSchedule> found = schedule_pipeline(graph, memories, limits);
  // Several recurrences together may need a far longer interval than each alone: the step doubles, then the range
  // halves.
  int failed = limits.interval;
  for (int stride = 1; !found && stride <= longest_stride; stride *= 2) {
    limits.interval = failed + stride;
    if (limits.interval >= below) break;
    found = schedule_pipeline(graph, memories, limits);
    if (!found) failed = limits.interval;
  }
  if (!found && limits.interval >= below) limits.interval = static_cast<int>(below);
  while (limits.interval - failed > 1) {
    ScheduleLimits between = limits;
    between.interval = (failed + limits.interval) / 2;
    if (auto shorter = schedule_pipeline(graph, memories, between)) {
      found = std::move(shorter);
      limits = between;
    } else {
      failed = between.interval;
    }
  }
  if (!found && limits.interval >= below) return overlap;
  if (found) {
    make_do_with_few_units(*found, graph, memories, limits);
  }
  overlap.schedule = found ? std::move(*found) : schedule_block(graph, memories, limits);
  overlap.interval = limits.interval;
  overlap.delayed = limits.interval > start;
  return overlap;
}

/// How the adders of an accumulation recurrence are built if a directive names an interval that plain adders miss:
/// chained ones run their last stage and the first stage of the next adder in one state, fabric ones have no DSP.
enum class AdderVariant { plain, chained, fabric, chained_fabric };

/// Tells whether the graph has an operator that accumulates alone: its result is forwarded already, so that its
/// stages are not chained further.
bool accumulates_alone(const Graph& graph) {
  return std::any_of(graph.carried.begin(), graph.carried.end(),
                     [](const CarriedEdge& edge) { return edge.forwarded > 0 && !edge.through_memory; });
}

/// Marks the nodes on recurrence circuits: those on a path from a carried value to a value that is passed on.
std::vector<char> mark_recurrence_circuits(const Graph& graph) {
  std::vector<char> after(graph.nodes.size()), before(graph.nodes.size());
  for (const CarriedEdge& edge : graph.carried) {
    after[edge.to] = 1;
    before[edge.from] = 1;
  }
  const auto each_source = [&](std::size_t n, const auto& visit) {
    for (const GraphEdge& edge : graph.edges_of(graph.nodes[n])) visit(static_cast<std::size_t>(edge.from));
  };
  for (std::size_t n = 0; n < after.size(); ++n)
    each_source(n, [&](std::size_t from) { after[n] = after[n] | after[from]; });
  for (std::size_t n = after.size(); n-- > 0;)
    each_source(n, [&](std::size_t from) { before[from] = before[from] | before[n]; });
  for (std::size_t n = 0; n < after.size(); ++n) after[n] = after[n] & before[n];
  return after;
}

/// What two chained stages may exceed the clock period by, in ns, where the tool keeps less than that in reserve:
/// reports have 4.68 of 3.33 + 0.9 ns.
constexpr double least_overdraft = 1.36;

/// Tells whether the last stage of an adder and the first stage of the next fit into one state. Together they may
/// exceed the clock period by as much as the tool keeps in reserve: 5.95 and 5.56 ns of 5 + 1.35 ns. At 10 ns of the 7
/// series they would take 14.5 ns, and chains of eight sums have an interval of 43 there (BICG of ScaleHLS).
bool may_chain(double out_ns, const devices::Target& target) {
  return 2 * out_ns <= target.clock_ns + std::max(target.clock_ns - target.budget_ns(), least_overdraft);
}

/// Latency in states of a five-stage adder; shorter adders are not shortened further.
constexpr int long_adder = 4;

bool is_long_adder(const GraphNode& node) {
  const bool sum = node.role == Role::operation && (node.op == OpKind::add || node.op == OpKind::sub);
  return sum && node.latency >= long_adder && node.cost >= 0;
}

devices::OperatorCost adder_in_luts(const GraphNode& sum, const Function& function, const devices::Target& target) {
  return devices::find_adder_without_dsp(target, OpKind::add, function.expressions[sum.cost].type);
}

void apply_variant(Graph& graph, const Function& function, const devices::Target& target, AdderVariant adders) {
  const bool fabric = adders == AdderVariant::fabric || adders == AdderVariant::chained_fabric;
  const bool chained = adders == AdderVariant::chained || adders == AdderVariant::chained_fabric;
  const std::vector<char> on_circuit = mark_recurrence_circuits(graph);
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    GraphNode& node = graph.nodes[n];
    if (!on_circuit[n] || !is_long_adder(node)) continue;
    const devices::OperatorCost other = adder_in_luts(node, function, target);
    if (fabric && other.latency < node.latency) {
      node.latency = other.latency;
      node.in_ns = static_cast<float>(other.delay_in_ns);
      node.out_ns = static_cast<float>(other.delay_ns);
      node.without_dsp = true;
    }
    if (chained && may_chain(node.out_ns, target)) --node.latency;
  }
}

/// Takes no time for the choice between a carried value and the first one, "(k == 0 ? 0 : sum) + x": where signs of
/// zero do not count, it is "k == 0 ? x : sum + x", and the choice is no part of the recurrence (2023.2 with
/// -unsafe_math_optimizations: 60 loops of ten designs).
void begin_in_time(Graph& graph) {
  std::vector<char> carried(graph.nodes.size());
  for (const CarriedEdge& edge : graph.carried) carried[edge.to] = !edge.through_memory;
  for (GraphNode& node : graph.nodes) {
    if (node.op != OpKind::select || node.role != Role::operation) continue;
    const std::span<const GraphEdge> waits = graph.edges_of(node);
    if (std::any_of(waits.begin(), waits.end(), [&](const GraphEdge& wait) { return carried[wait.from] != 0; }))
      node.in_ns = node.out_ns = 0;
  }
}

/// One variant of operators and forwarding that the search evaluates.
struct Variant {
  AdderVariant adders = AdderVariant::plain;
  MemoryPath path = MemoryPath::as_scheduled;
  std::int64_t below = std::numeric_limits<std::int64_t>::max();  ///< only intervals below this are of use
};

class TriedVariants {
 public:
  TriedVariants(const Graph& graph, const Function& function, const devices::Target& target) {
    for (const GraphNode& node : graph.nodes) {
      if (!is_long_adder(node)) continue;
      const devices::OperatorCost other = adder_in_luts(node, function, target);
      chain_ = chain_ || may_chain(node.out_ns, target) || may_chain(other.delay_ns, target);
    }
    squeeze_ = std::any_of(graph.carried.begin(), graph.carried.end(),
                           [](const CarriedEdge& edge) { return edge.through_memory && edge.distance > 1; });
    is_new({});  // the search begins with the plain variant
  }

  /// Records the variant; returns false if an equivalent one was evaluated before. Chaining is without effect where
  /// no two stages fit into a state, squeezing where no long path leads through a memory.
  bool is_new(Variant one) {
    if (!chain_ && one.adders == AdderVariant::chained) one.adders = AdderVariant::plain;
    if (!chain_ && one.adders == AdderVariant::chained_fabric) one.adders = AdderVariant::fabric;
    if (!squeeze_) one.path = MemoryPath::as_scheduled;
    const auto says_it = [&](const Variant& known) {
      return known.adders == one.adders && known.path == one.path && known.below >= one.below;
    };
    if (std::any_of(known_.begin(), known_.end(), says_it)) return false;
    known_.push_back(one);
    return true;
  }

 private:
  bool chain_ = false, squeeze_ = false;
  std::vector<Variant> known_;
};

/// The parts of a graph that the search for an interval changes.
struct GraphState {
  std::vector<GraphNode> nodes;
  std::vector<CarriedEdge> carried;
};

GraphState state_of(const Graph& graph) { return {graph.nodes, graph.carried}; }

void restore(Graph& graph, const GraphState& state) {
  graph.nodes = state.nodes;
  graph.carried = state.carried;
}

/// Searches the shortest interval that the tool reaches, and sets `graph` to the operators it uses for it.
struct OverlapSearch {
  const Function& function;
  const std::vector<MemoryView>& memories;
  const devices::Target& target;
  const OverlapRequest& request;
  std::int64_t steps_left;

  Overlap overlap(Graph& graph, MemoryPath path, std::int64_t below) {
    const double budget = target.budget_ns();
    if (target.version >= forwarded_since) mark_forwarded(graph, memories, {budget, path, request.unsafe_math});
    return overlap_iterations(graph, memories, {.budget_ns = budget, .steps_left = &steps_left}, request.least, below);
  }

  /// If a directive names an interval, the tool tries to meet it with the plain adders, then with chained ones, then
  /// with chained adders without DSP blocks ("fadd fabric 3" in reports). A loop that misses the interval in any case,
  /// or must for its ports, keeps adders without DSP blocks, chained or not. The chaining follows from the reported
  /// clock: 5.95 ns of adders with DSP blocks, 5.56 ns without (2023.2, 5 ns, 5, 4 or 3 states for each of several
  /// sums; an accumulation alone takes 4 or 3).
  Overlap run(Graph& graph) {
    if (request.unsafe_math) begin_in_time(graph);
    const std::int64_t least = request.least;
    Overlap best = overlap(graph, MemoryPath::as_scheduled, std::numeric_limits<std::int64_t>::max());
    if (!request.from_directive || target.version < forwarded_since || best.interval <= least) return best;
    const GraphState plain = state_of(graph);
    GraphState chosen = plain;
    TriedVariants tried(graph, function, target);
    const auto try_variant = [&](AdderVariant adders, MemoryPath path, std::int64_t below) {
      if (best.interval <= least || !tried.is_new({adders, path, below})) return;
      restore(graph, plain);
      if (adders != AdderVariant::plain) apply_variant(graph, function, target, adders);
      Overlap other = overlap(graph, path, below);
      if (other.interval >= below) return;
      best = std::move(other);
      chosen = state_of(graph);
    };
    const bool alone = accumulates_alone(graph);
    using Adders = std::vector<AdderVariant>;
    const Adders meeting = alone ? Adders{AdderVariant::plain}
                                 : Adders{AdderVariant::plain, AdderVariant::chained, AdderVariant::chained_fabric};
    const Adders missing =
        alone ? Adders{AdderVariant::fabric} : Adders{AdderVariant::fabric, AdderVariant::chained_fabric};
    if (least == request.target_interval) {
      for (AdderVariant adders : meeting) {
        try_variant(adders, MemoryPath::as_scheduled, least + 1);
        try_variant(adders, MemoryPath::squeezed, least + 1);
      }
    }
    for (AdderVariant adders : missing) try_variant(adders, MemoryPath::as_scheduled, best.interval);
    restore(graph, chosen);
    return best;
  }
};

}  // namespace

int least_sum_latency(const devices::OperatorCost& sum, OpKind op, const NumberType& type,
                      const devices::Target& target) {
  if (sum.latency < long_adder) return sum.latency;
  const devices::OperatorCost other = devices::find_adder_without_dsp(target, op, type);
  const auto least = [&](const devices::OperatorCost& cost) {
    return cost.latency - (may_chain(cost.delay_ns, target) ? 1 : 0);
  };
  return std::min(least(sum), least(other));
}

Overlap find_overlap(Graph& graph, const Function& function, const std::vector<MemoryView>& memories,
                     const devices::Target& target, const OverlapRequest& request) {
  return OverlapSearch{function, memories, target, request, request.most_steps}.run(graph);
}

}  // namespace pom::dse::estimate
