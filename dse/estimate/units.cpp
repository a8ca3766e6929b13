#include "dse/estimate/units.hpp"

#include <algorithm>

#include "dse/estimate/schedule.hpp"

namespace pom::dse {

int unit_kind(OpKind op, const NumberType& type) {
  if (!type.is_float()) return 0;
  const int wide = type.bits > 32 ? 1 : 0;
  if (op == OpKind::add || op == OpKind::sub) return 1 + wide;
  if (op == OpKind::mul) return 3 + wide;
  return op == OpKind::div ? 5 + wide : 0;
}

UnitCounts count_units(const Graph& graph, std::int64_t interval) {
  UnitCounts counts{};
  for (const GraphNode& node : graph.nodes) counts[static_cast<std::size_t>(node.unit)] += 1;
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
    int& here = started[static_cast<std::size_t>(schedule.start[n] % interval)][kind];
    peak[kind] = std::max(peak[kind], ++here);
  }
  return peak;
}

}  // namespace pom::dse
