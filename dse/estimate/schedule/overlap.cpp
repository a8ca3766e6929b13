#include "dse/estimate/schedule/overlap.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>

namespace pom::dse {

namespace {

/// A pipelined operator hands its result to the next iteration without another state from this release on.
constexpr ToolVersion forwarded_since{2021, 1};

/// Values that circle through several registers ask for a longer interval than each alone.
constexpr int longest_stride = 128;

/// Operations wait for a unit where iterations overlap and more than the least number of units would be busy at once.
/// What circles may not have the time: then there are twice as many, and so on (2024.2: two adders and two multipliers
/// in a loop of interval 10 with six sums, three on either side of a branch, and two products).
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

/// `below`: longer intervals are of no use to the caller and not looked for; the result then has that interval.
Overlap overlap_iterations(const Graph& graph, const std::vector<MemoryView>& memories, double budget,
                           std::int64_t least, std::int64_t below) {
  Overlap overlap;
  overlap.recurrence = find_recurrence_interval(graph, memories, budget);
  const std::int64_t start = std::max(least, overlap.recurrence.interval);
  overlap.interval = below;
  if (start >= below) return overlap;
  ScheduleLimits limits{budget, static_cast<int>(start)};
  std::optional<BlockSchedule> found = schedule_pipeline(graph, memories, limits);
  // Several carried values together may ask for far more than each alone: strides double, then halve.
  int failed = limits.interval;
  for (int stride = 1; !found && stride <= longest_stride; stride *= 2) {
    limits.interval = failed + stride;
    if (limits.interval >= below) break;
    found = schedule_pipeline(graph, memories, limits);
    if (!found) failed = limits.interval;
  }
  if (!found && limits.interval >= below) limits.interval = static_cast<int>(below);
  while (limits.interval - failed > 1) {
    ScheduleLimits between{budget, (failed + limits.interval) / 2};
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

/// What the sums that circle are built from where a directive names an interval that they miss.
enum class Sums { plain, overlapped, fabric, overlapped_fabric };

/// An accumulation alone already hands its result on early: its ends do not overlap further.
bool accumulates_alone(const Graph& graph) {
  return std::any_of(graph.carried.begin(), graph.carried.end(),
                     [](const CarriedEdge& edge) { return edge.forwarded > 0 && !edge.through_memory; });
}

/// Nodes on the way from a value of an earlier iteration to one that is handed on.
std::vector<char> find_circling(const Graph& graph) {
  std::vector<char> after(graph.nodes.size()), before(graph.nodes.size());
  for (const CarriedEdge& edge : graph.carried) {
    after[edge.to] = 1;
    before[edge.from] = 1;
  }
  const auto each_source = [&](std::size_t n, const auto& visit) {
    const GraphNode& node = graph.nodes[n];
    for (int e = node.first_edge; e < node.first_edge + node.edges; ++e)
      visit(static_cast<std::size_t>(graph.edges[e].from));
  };
  for (std::size_t n = 0; n < after.size(); ++n)
    each_source(n, [&](std::size_t from) { after[n] = after[n] | after[from]; });
  for (std::size_t n = after.size(); n-- > 0;)
    each_source(n, [&](std::size_t from) { before[from] = before[from] | before[n]; });
  for (std::size_t n = 0; n < after.size(); ++n) after[n] = after[n] & before[n];
  return after;
}

/// Two ends in one state may pass the clock by as much as the tool keeps in reserve: 5.95 and 5.56 of 5 + 1.35 ns. At
/// 10 ns of the 7 series they would take 14.5 ns, and chains of eight sums have an interval of 43 there (BICG of
/// ScaleHLS).
bool may_overlap(double out_ns, const Target& target) {
  return 2 * out_ns <= target.clock_ns + (target.clock_ns - target.budget_ns());
}

/// An adder of five stages; shorter ones stay what they are.
constexpr int long_sum = 4;

bool is_long_sum(const GraphNode& node) {
  const bool sum = node.role == Role::operation && (node.op == OpKind::add || node.op == OpKind::sub);
  return sum && node.latency >= long_sum && node.cost >= 0;
}

OperatorCost adder_in_luts(const GraphNode& sum, const Function& function, const Target& target) {
  return find_adder_without_dsp(target, OpKind::add, function.expressions[sum.cost].type);
}

void shorten_sums(Graph& graph, const Function& function, const Target& target, Sums sums) {
  const bool fabric = sums == Sums::fabric || sums == Sums::overlapped_fabric;
  const bool overlapped = sums == Sums::overlapped || sums == Sums::overlapped_fabric;
  const std::vector<char> circling = find_circling(graph);
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    GraphNode& node = graph.nodes[n];
    if (!circling[n] || !is_long_sum(node)) continue;
    const OperatorCost other = adder_in_luts(node, function, target);
    if (fabric && other.latency < node.latency) {
      node.latency = other.latency;
      node.in_ns = static_cast<float>(other.delay_in_ns);
      node.out_ns = static_cast<float>(other.delay_ns);
      node.without_dsp = true;
    }
    if (overlapped && may_overlap(node.out_ns, target)) --node.latency;
  }
}

/// One try of the search, and which tries are the same for a graph: overlapping changes nothing where no two ends fit
/// into a state, squeezing nothing without a long way through a memory.
struct Try {
  Sums sums = Sums::plain;
  Ways ways = Ways::as_scheduled;
  std::int64_t below = std::numeric_limits<std::int64_t>::max();  ///< longer intervals are not looked for
};

class Tries {
 public:
  Tries(const Graph& graph, const Function& function, const Target& target) {
    for (const GraphNode& node : graph.nodes) {
      if (!is_long_sum(node)) continue;
      const OperatorCost other = adder_in_luts(node, function, target);
      overlap_ = overlap_ || may_overlap(node.out_ns, target) || may_overlap(other.delay_ns, target);
    }
    squeeze_ = std::any_of(graph.carried.begin(), graph.carried.end(),
                           [](const CarriedEdge& edge) { return edge.through_memory && edge.distance > 1; });
    is_new({});  // the search begins with it
  }

  /// False: what this one is to the graph was tried.
  bool is_new(Try one) {
    if (!overlap_ && one.sums == Sums::overlapped) one.sums = Sums::plain;
    if (!overlap_ && one.sums == Sums::overlapped_fabric) one.sums = Sums::fabric;
    if (!squeeze_) one.ways = Ways::as_scheduled;
    const auto says_it = [&](const Try& known) {
      return known.sums == one.sums && known.ways == one.ways && known.below >= one.below;
    };
    if (std::any_of(known_.begin(), known_.end(), says_it)) return false;
    known_.push_back(one);
    return true;
  }

 private:
  bool overlap_ = false, squeeze_ = false;
  std::vector<Try> known_;
};

/// What a search for intervals changes in a graph.
struct Ends {
  std::vector<GraphNode> nodes;
  std::vector<CarriedEdge> carried;
};

Ends ends_of(const Graph& graph) { return {graph.nodes, graph.carried}; }

void set_ends(Graph& graph, const Ends& ends) {
  graph.nodes = ends.nodes;
  graph.carried = ends.carried;
}

/// The shortest interval that the tool finds; `graph` becomes what it builds for it.
struct OverlapSearch {
  const Function& function;
  const std::vector<MemoryView>& memories;
  const Target& target;
  const OverlapRequest& request;

  Overlap overlap(Graph& graph, Ways ways, std::int64_t below) const {
    const double budget = target.budget_ns();
    if (target.version >= forwarded_since) mark_forwarded(graph, {budget, ways});
    return overlap_iterations(graph, memories, budget, request.least, below);
  }

  /// The tool first tries to meet the interval with the adders as they are, then with their ends overlapped, then with
  /// those without DSP blocks ("fadd fabric 3" in reports), overlapped too; what misses it all the same, or must for
  /// its ports, keeps the latter. Two overlapping ends are what the reported clock says: 5.95 ns of adders with DSP
  /// blocks, 5.56 without (2023.2, 5 ns, chains of 5, 4 or 3 states a sum; an accumulation alone 4 or 3).
  Overlap run(Graph& graph) const {
    const std::int64_t least = request.least;
    Overlap best = overlap(graph, Ways::as_scheduled, std::numeric_limits<std::int64_t>::max());
    if (!request.named || target.version < forwarded_since || best.interval <= least) return best;
    const Ends plain = ends_of(graph);
    Ends chosen = plain;
    Tries tries(graph, function, target);
    const auto try_harder = [&](Sums sums, Ways ways, std::int64_t below) {
      if (best.interval <= least || !tries.is_new({sums, ways, below})) return;
      set_ends(graph, plain);
      if (sums != Sums::plain) shorten_sums(graph, function, target, sums);
      Overlap other = overlap(graph, ways, below);
      if (other.interval >= below) return;
      best = std::move(other);
      chosen = ends_of(graph);
    };
    const bool alone = accumulates_alone(graph);
    const std::vector<Sums> meeting =
        alone ? std::vector{Sums::plain} : std::vector{Sums::plain, Sums::overlapped, Sums::overlapped_fabric};
    const std::vector<Sums> missing =
        alone ? std::vector{Sums::fabric} : std::vector{Sums::fabric, Sums::overlapped_fabric};
    if (least == request.asked) {
      for (Sums sums : meeting) {
        try_harder(sums, Ways::as_scheduled, least + 1);
        try_harder(sums, Ways::squeezed, least + 1);
      }
    }
    for (Sums sums : missing) try_harder(sums, Ways::as_scheduled, best.interval);
    set_ends(graph, chosen);
    return best;
  }
};

}  // namespace

int least_sum_latency(const OperatorCost& sum, OpKind op, const NumberType& type, const Target& target) {
  if (sum.latency < long_sum) return sum.latency;
  const OperatorCost other = find_adder_without_dsp(target, op, type);
  const auto least = [&](const OperatorCost& cost) {
    return cost.latency - (may_overlap(cost.delay_ns, target) ? 1 : 0);
  };
  return std::min(least(sum), least(other));
}

Overlap find_overlap(Graph& graph, const Function& function, const std::vector<MemoryView>& memories,
                     const Target& target, const OverlapRequest& request) {
  return OverlapSearch{function, memories, target, request}.run(graph);
}

}  // namespace pom::dse
