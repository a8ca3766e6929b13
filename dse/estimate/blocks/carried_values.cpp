#include <algorithm>
#include <unordered_map>

#include "dse/estimate/blocks/carried_edges.hpp"
#include "dse/estimate/blocks/iteration_passes.hpp"
#include "dse/estimate/graph/hash.hpp"

namespace pom::dse::estimate {

namespace {

/// Adds the setup time of the variable's register after combinational logic; a pipelined operator ends in a register.
int store_variable(Graph& graph, const devices::Target& target, int value) {
  const GraphNode& computed = graph.nodes[value];
  if (computed.role != Role::operation || computed.latency > 0) return value;
  GraphNode stored;
  stored.op = OpKind::unknown;
  stored.in_ns = stored.out_ns = static_cast<float>(devices::register_delay_ns(target));
  return static_cast<int>(graph.add_node(stored, {{value, GraphEdge::Kind::value}}));
}

/// Finds the dimensions in which the index of every access to the array is a number.
std::vector<int> numbered_dimensions(const Graph& graph, const std::vector<AccessLog::Event>& events, int rank) {
  std::vector<int> numbered;
  for (int d = 0; d < rank; ++d) {
    const auto is_number = [&](const AccessLog::Event& event) {
      return event.access < 0 || graph.indices[graph.accesses[event.access].first_index + d].is_constant();
    };
    if (std::all_of(events.begin(), events.end(), is_number)) numbered.push_back(d);
  }
  return numbered;
}

}  // namespace

void carry_variables(Graph& graph, const devices::Target& target, const std::vector<Variable>& variables) {
  for (std::size_t n = 0; n < variables.size(); ++n) {
    const Variable& variable = variables[n];
    if (variable.entry < 0 || !variable.written || variable.value == variable.entry) continue;
    graph.nodes[variable.entry].role = Role::carried;
    graph.add_carried({store_variable(graph, target, variable.value), variable.entry, 1, false, static_cast<int>(n)});
  }
}

void carry_elements(Graph& graph, const MemoryView& memory, const std::vector<RunningLoop>& loops, const AccessLog& log,
                    int array, std::int64_t promised) {
  const std::vector<AccessLog::Event>& events = log.events(array);
  const int rank = static_cast<int>(memory.dimensions.size());
  std::vector<GcdTest> tests;  // by shape
  for (const int first : log.shapes(array)) tests.emplace_back(graph.indices.data() + first, rank, loops);
  // Behind a bus, the tool computes no distances for flattened loops: it assumes that the next iteration depends on
  // this one.
  const bool next = memory.kind == MemoryView::Kind::bus && loops.size() > 1;
  // An array that is read and written over one adapter: an iteration's reads wait for the acknowledgement of all writes
  // of the one before, whatever the elements.
  const bool in_turn = memory.kind == MemoryView::Kind::bus && memory.banks == 1;
  // Elements with other numbers for an index are apart, whatever loops move the other indices, and elements of one
  // shape that differ by what no loop makes up for: an unrolled body has thousands, and only the reads of a bucket are
  // compared with a write.
  const bool alike = !in_turn && tests.size() == 1 && std::all_of(events.begin(), events.end(), [&](const auto& event) {
    return event.access < 0 || graph.accesses[event.access].shape >= 0;
  });
  const std::vector<int> numbered = in_turn || alike ? std::vector<int>{} : numbered_dimensions(graph, events, rank);
  const auto bucket_of = [&](const GraphAccess& access) {
    const Linear* indices = graph.indices.data() + access.first_index;
    std::uint64_t key = 0;
    for (int d = 0; alike && d < rank; ++d)
      key = mix(key, static_cast<std::uint64_t>(tests.front().remainder(indices, d)));
    for (const int d : numbered) key = mix(key, static_cast<std::uint64_t>(indices[d].constant));
    return key;
  };
  std::unordered_map<std::uint64_t, std::vector<const AccessLog::Event*>> reads;
  for (const AccessLog::Event& event : events) {
    if (!event.writes && event.access >= 0) reads[bucket_of(graph.accesses[event.access])].push_back(&event);
  }
  for (const AccessLog::Event& write : events) {
    if (!write.writes || write.access < 0) continue;
    const GraphAccess& stored = graph.accesses[write.access];
    const Linear* stored_indices = graph.indices.data() + stored.first_index;
    for (const AccessLog::Event* read : reads[bucket_of(stored)]) {
      if (in_turn) {
        graph.add_carried({write.node, read->node, 1, true, array});
        continue;
      }
      const GraphAccess& loaded = graph.accesses[read->access];
      const Linear* loaded_indices = graph.indices.data() + loaded.first_index;
      const bool comparable = stored.shape >= 0 && stored.shape == loaded.shape;
      if (comparable && !tests[stored.shape].may_depend(stored_indices, loaded_indices)) continue;
      auto distance = carried_distance(stored_indices, loaded_indices, stored.rank, loops);
      if (distance && (graph.is_computed(stored) || graph.is_computed(loaded)))
        distance = std::max(*distance, promised);
      if (distance) graph.add_carried({write.node, read->node, next ? 1 : *distance, true, array});
    }
  }
}

}  // namespace pom::dse::estimate
