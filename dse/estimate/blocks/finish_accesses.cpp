#include <algorithm>

#include "dse/estimate/blocks/iteration_passes.hpp"

namespace pom::dse::estimate {

namespace {

bool is_promised_free(int array, const std::vector<DependencePromise>& promises) {
  return std::any_of(promises.begin(), promises.end(), [&](const DependencePromise& promise) {
    return (promise.array < 0 || promise.array == array) && promise.distance == 0;
  });
}

std::int64_t promised_distance(int array, const std::vector<DependencePromise>& promises) {
  std::int64_t distance = 1;
  for (const DependencePromise& promise : promises) {
    if (promise.array < 0 || promise.array == array) distance = std::max(distance, promise.distance);
  }
  return distance;
}

/// Tells whether each read was forwarded from a store of the same iteration.
bool is_never_read(const std::vector<AccessLog::Event>& events) {
  return std::all_of(events.begin(), events.end(),
                     [](const AccessLog::Event& event) { return event.node < 0 || (event.writes && !event.call); });
}

void drop_stores(Graph& graph, const std::vector<AccessLog::Event>& events) {
  for (const AccessLog::Event& event : events) {
    if (event.node >= 0) graph.nodes[event.node].remove_store();
  }
}

/// States from a value to its write-back, for registers that accumulate over several runs of a loop and lie outside its
/// module (2025.1: 24 lanes and 8 inner loops; loops that run once in their function need none, 4 designs).
constexpr int write_back_states = 2;

void write_back(Graph& graph, const std::vector<AccessLog::Event>& events) {
  for (const AccessLog::Event& event : events) {
    if (event.node < 0 || !event.writes || event.call) continue;
    GraphNode& store = graph.nodes[event.node];
    if (store.role == Role::store) store.latency = write_back_states;
  }
}

}  // namespace

void finish_accesses(Graph& graph, const FunctionView& view, const PipelinedLoops& pipelined, const AccessLog& log,
                     const ElementTable& elements, const std::vector<DependencePromise>& promises,
                     Surroundings& around) {
  const RunningLoop& innermost = pipelined.loops.front();
  graph.replicated.assign(log.arrays(), 0);
  for (int array = 0; array < static_cast<int>(log.arrays()); ++array) {
    const AccessSummary& seen = log.summary(array);
    const MemoryView& memory = view.memories[array];
    graph.replicated[array] = memory.replicable && seen.reads && !seen.writes ? 1 : 0;
    if (!seen.writes) continue;
    const bool stored = memory.kind == MemoryView::Kind::memory || memory.kind == MemoryView::Kind::bus;
    if (stored && view.loop_local[array] == innermost.id && is_never_read(log.events(array))) {
      drop_stores(graph, log.events(array));
      continue;
    }
    if (stored) sink_stores(graph, view, pipelined.loops, log, elements, array, around.sunk);
    if (!seen.reads || memory.kind == MemoryView::Kind::stream || memory.dimensions.empty()) continue;
    const bool is_registers = memory.kind == MemoryView::Kind::registers;
    if ((stored || is_registers) && promote_elements(graph, view, pipelined, log, elements, array, around)) continue;
    if (pipelined.runs_again && is_registers) write_back(graph, log.events(array));
    if (!is_promised_free(array, promises))
      carry_elements(graph, memory, pipelined.loops, log, array, promised_distance(array, promises));
  }
  hoist_invariants(graph, view, pipelined.loops, log, around);
  around.bursts = form_bursts(graph, view.memories, log, innermost);
}

}  // namespace pom::dse::estimate
