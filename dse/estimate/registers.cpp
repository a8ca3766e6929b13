#include "dse/estimate/registers.hpp"

#include <algorithm>

namespace pom::dse {

namespace {

/// A value that waits longer moves through LUTs that shift; the report counts 64 registers and 32 LUTs for each,
/// whatever its width.
constexpr int longest_chain = 2;
constexpr double shift_ff = 64, shift_lut = 32;

/// States from the start of `from` to the start of a node that waits for it.
int least_gap(const GraphEdge& edge, const GraphNode& from, float finish_ns, const GraphNode& to, double budget) {
  if (edge.kind == GraphEdge::Kind::with) return 0;
  if (edge.kind == GraphEdge::Kind::after) return from.role == Role::store ? 1 : from.latency + 1;
  const float need = to.latency > 0 || to.role == Role::store ? to.in_ns : to.out_ns;
  return from.latency + (finish_ns > 0 && finish_ns + need > budget ? 1 : 0);
}

}  // namespace

std::vector<int> latest_starts(const Graph& graph, const BlockSchedule& schedule, double budget_ns) {
  std::vector<int> late(graph.nodes.size(), -1);
  for (std::size_t n = graph.nodes.size(); n-- > 0;) {
    const GraphNode& node = graph.nodes[n];
    // What nothing in this block waits for stays where it is.
    if (late[n] < schedule.start[n]) late[n] = schedule.start[n];
    if (node.role == Role::call || node.role == Role::store) late[n] = schedule.start[n];
    for (int e = node.first_edge; e < node.first_edge + node.edges; ++e) {
      const GraphEdge& edge = graph.edges[static_cast<std::size_t>(e)];
      const auto from = static_cast<std::size_t>(edge.from);
      const int state = late[n] - least_gap(edge, graph.nodes[from], schedule.finish_ns[from], node, budget_ns);
      if (late[from] < 0 || state < late[from]) late[from] = state;
    }
  }
  return late;
}

RegisterCount count_registers(const Graph& graph, const std::vector<MemoryView>&, const std::vector<int>& late,
                              int interval) {
  std::vector<int> last_use(graph.nodes.size(), -1);
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const GraphNode& node = graph.nodes[n];
    for (int e = node.first_edge; e < node.first_edge + node.edges; ++e) {
      const GraphEdge& edge = graph.edges[static_cast<std::size_t>(e)];
      if (edge.kind != GraphEdge::Kind::value) continue;
      int& last = last_use[static_cast<std::size_t>(edge.from)];
      last = std::max(last, late[n]);
    }
  }
  RegisterCount count;
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const GraphNode& node = graph.nodes[n];
    if (node.role == Role::carried) count.ff += node.bits;
    if (node.bits == 0 || (node.role != Role::operation && node.role != Role::load)) continue;
    const int waits = last_use[n] - (late[n] + node.latency);
    if (waits <= 0) continue;
    const int registers = interval > 0 ? (waits + interval - 1) / interval : 1;
    if (registers <= longest_chain) {
      count.ff += static_cast<double>(registers) * node.bits;
    } else {
      count.ff += shift_ff;
      count.lut += shift_lut;
    }
  }
  return count;
}

}  // namespace pom::dse
