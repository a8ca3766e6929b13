#include "dse/estimate/schedule/functional_units.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "dse/estimate/schedule/schedule.hpp"

namespace pom::dse::estimate {

int unit_kind(OpKind op, const NumberType& type) {
  if (!type.is_float()) return 0;
  const int wide = type.bits > 32 ? 1 : 0;
  if (op == OpKind::add || op == OpKind::sub) return 1 + wide;
  if (op == OpKind::mul) return 3 + wide;
  return op == OpKind::div ? 5 + wide : 0;
}

UnitCounts count_units(const Graph& graph, std::int64_t interval) {
  UnitCounts counts{};
  for (const GraphNode& node : graph.nodes) counts[node.unit] += 1;
  for (int& count : counts) count = static_cast<int>((count + interval - 1) / interval);
  counts[0] = 0;
  return counts;
}

UnitCounts peak_units(const Graph& graph, const BlockSchedule& schedule, std::int64_t interval) {
  UnitCounts peak{};
  std::vector<UnitCounts> started(static_cast<std::size_t>(interval));
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const auto kind = static_cast<std::size_t>(graph.nodes[n].unit);
    if (kind == 0) continue;
    int& here = started[schedule.start[n] % interval][kind];
    peak[kind] = std::max(peak[kind], ++here);
  }
  return peak;
}

UnitCounts peak_exclusive_units(const Graph& graph, const BlockSchedule& schedule, std::int64_t interval) {
  struct Sides {
    int then = 0, otherwise = 0;
  };
  using Place = std::tuple<std::size_t, std::int64_t, int>;  // kind, state, branch
  std::map<Place, Sides> started;
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const GraphNode& node = graph.nodes[n];
    if (node.unit == 0) continue;
    Sides& here = started[{static_cast<std::size_t>(node.unit), schedule.start[n] % interval, node.branch}];
    ++(node.otherwise ? here.otherwise : here.then);
  }
  UnitCounts peak{};
  std::map<std::pair<std::size_t, std::int64_t>, int> busy;
  for (const auto& [place, sides] : started) {
    const auto& [kind, state, branch] = place;
    int& here = busy[{kind, state}];
    here += std::max(sides.then, sides.otherwise);
    peak[kind] = std::max(peak[kind], here);
  }
  return peak;
}

}  // namespace pom::dse::estimate
