#include "dse/estimate/blocks/call_order.hpp"

#include <algorithm>
#include <iterator>
#include <unordered_map>

namespace pom::dse::estimate {

namespace {

/// States of a burst request before the loop, and of its acknowledgement after the loop.
constexpr int request_latency = 7, acknowledge_latency = 4;

int add_delay(Graph& graph, int latency, const std::vector<GraphEdge>& waits) {
  GraphNode node;
  node.op = OpKind::unknown;
  node.latency = latency;
  return static_cast<int>(graph.add_node(node, waits));
}

/// Tells whether two modules access disjoint banks of a memory, so that they may run concurrently.
bool are_disjoint(const std::vector<int>& a, const std::vector<int>& b) {
  if (a.empty() || b.empty()) return false;
  std::vector<int> both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both.empty();
}

/// Calls `visit` with the earlier accesses over the channel.
template <class Visit>
void visit_channel(const AccessLog& log, const std::vector<MemoryView>& memories, int channel, Visit visit) {
  for (std::size_t n = 0; n < memories.size(); ++n) {
    if (memories[n].kind != MemoryView::Kind::bus || memories[n].channel != channel) continue;
    for (const AccessLog::Event& earlier : log.events(static_cast<int>(n))) visit(earlier);
  }
}

/// Waits for earlier modules on the channel: a bundle serves one module at a time.
void wait_for_channel(const AccessLog& log, const std::vector<MemoryView>& memories, int channel,
                      std::vector<GraphEdge>& waits) {
  visit_channel(log, memories, channel, [&](const AccessLog::Event& earlier) {
    if (earlier.call) waits.push_back({earlier.node, GraphEdge::Kind::after});
  });
}

}  // namespace

void wait_for_accesses(const AccessLog& log, const std::vector<MemoryView>& memories, const AccessSummary& summary,
                       std::vector<GraphEdge>& waits) {
  const MemoryView& memory = memories[summary.array];
  // A memory's ports belong to one module at a time; wires and registers have any number of readers.
  const bool exclusive = memory.kind == MemoryView::Kind::memory && memory.ports < (1 << 19) && !memory.read_copies;
  // A scalar variable is passed by value, so that later accesses to its name do not conflict.
  const bool is_value = memory.kind == MemoryView::Kind::variable;
  for (const AccessLog::Event& before : log.events(summary.array)) {
    if (before.node < 0 || is_value) continue;
    // Modules that write the same array behind the design's ports take turns, even for different banks (2025.1, two
    // designs).
    const bool writes_port = memory.outside && summary.writes && before.writes;
    if (before.call && !writes_port && are_disjoint(before.banks, summary.banks)) continue;
    if (summary.writes || before.writes || exclusive) waits.push_back({before.node, GraphEdge::Kind::after});
  }
  if (memory.kind == MemoryView::Kind::bus) wait_for_channel(log, memories, memory.channel, waits);
}

int add_request(Graph& graph, const AccessLog& log, const std::vector<MemoryView>& memories, const Burst& burst) {
  const MemoryView& memory = memories[burst.array];
  std::vector<GraphEdge> free;
  wait_for_channel(log, memories, memory.channel, free);
  // The block's own reads over the channel are requested before a module's burst.
  visit_channel(log, memories, memory.channel, [&](const AccessLog::Event& earlier) {
    if (earlier.node >= 0 && !earlier.call && !earlier.writes) free.push_back({earlier.node, GraphEdge::Kind::with});
  });
  return add_delay(graph, burst.writes ? 0 : request_latency + memory.bus_latency, free);
}

void add_acknowledgement(Graph& graph, const std::vector<MemoryView>& memories, const Burst& burst, int call) {
  add_delay(graph, acknowledge_latency + memories[burst.array].bus_latency, {{call, GraphEdge::Kind::after}});
}

void add_invariants(Graph& graph, const Surroundings& around, const std::vector<int>& loads,
                    std::vector<GraphEdge>& waits) {
  std::unordered_map<int, int> by_number;  // by HoistedLoad::number; loads that left outer loops too are missing
  for (std::size_t n = 0; n < loads.size(); ++n) {
    waits.push_back({loads[n], GraphEdge::Kind::value});
    by_number[around.hoisted[n].number] = loads[n];
  }
  std::vector<int> operations;
  for (const InvariantOperation& invariant : around.invariants) {
    std::vector<GraphEdge> operands;
    for (const int load : invariant.loads) {
      if (const auto at = by_number.find(load); at != by_number.end())
        operands.push_back({at->second, GraphEdge::Kind::value});
    }
    for (const int n : invariant.operations) operands.push_back({operations[n], GraphEdge::Kind::value});
    operations.push_back(static_cast<int>(graph.add_node(invariant.node, operands)));
    waits.push_back({operations.back(), GraphEdge::Kind::value});
  }
}

}  // namespace pom::dse::estimate
