#include <algorithm>
#include <unordered_map>

#include "dse/estimate/blocks/block_builder.hpp"
#include "dse/estimate/blocks/carried_edges.hpp"

/// What one iteration hands to the next ones, and what is the same in all of them.
namespace pom::dse {

namespace {

bool depends_on(const Linear& index, int loop) { return index.opaque || index.coefficient_of(loop) != 0; }

/// Elements of one array that a loop keeps in registers, unless a directive cuts the array.
constexpr std::int64_t most_promoted = 1;

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

}  // namespace

HoistedLoad BlockBuilder::describe(const GraphAccess& access) const {
  HoistedLoad load;
  load.array = access.array;
  load.indices.assign(graph_.indices.begin() + access.first_index,
                      graph_.indices.begin() + access.first_index + access.rank);
  load.bits = view_.function.arrays[access.array].element.bits;
  return load;
}

/// An element that every iteration of the innermost loop reads and writes lives in a register there: loaded before,
/// stored after. Where outer loops run as one with it, both stay inside, for the first and the last iteration.
bool BlockBuilder::promote(const std::vector<RunningLoop>& loops, int array, std::vector<HoistedLoad>& hoisted,
                           std::vector<HoistedLoad>& sunk) {
  std::vector<Touched> touched;
  for (const Touched& touch : touched_[array]) {
    if (touch.node < 0) continue;  // a store that was overwritten
    if (touch.access < 0) return false;
    touched.push_back(touch);
    const GraphAccess& access = graph_.accesses[touch.access];
    for (int d = 0; d < access.rank; ++d) {
      if (depends_on(graph_.indices[access.first_index + d], loops.front().id)) return false;
    }
  }
  // Elements of one shape are the same or never meet.
  const bool may_meet = mixed_[array];
  for (std::size_t a = 0; may_meet && a < touched.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const auto& x = graph_.accesses[touched[a].access];
      const auto& y = graph_.accesses[touched[b].access];
      if (x.first_index != y.first_index && may_alias(x, y)) return false;
    }
  }
  // Loops that the tool unrolls to pipeline one around them are still loops when elements become registers: one element
  // does, several stay where they are (64 sums in a memory: an interval of 64).
  const auto sums = std::count_if(cells_.begin(), cells_.end(), [&](const Cell& cell) {
    return cell.array == array && cell.load >= 0 && cell.store >= 0;
  });
  if (late_copies_ && sums > most_promoted && view_.memories[array].banks == 1) return false;
  for (const Cell& cell : cells_) {
    if (cell.array != array || cell.load < 0 || cell.store < 0) continue;
    GraphNode& load = graph_.nodes[cell.load];
    GraphNode& store = graph_.nodes[cell.store];
    const int stored = graph_.edges[store.first_edge].from;
    graph_.add_carried({stored, cell.load, 1, false, array});
    if (loops.size() > 1) continue;
    if (view_.memories[array].kind == MemoryView::Kind::registers) {
      load.role = Role::carried;
      continue;
    }
    hoisted.push_back(describe(graph_.accesses[load.access]));
    sunk.push_back(hoisted.back());
    load.role = Role::carried;
    store.role = Role::source;
    load.access = store.access = -1;
    load.latency = 0;
    load.out_ns = 0;
  }
  return true;
}

std::vector<MeetingFilter> BlockBuilder::make_filters(int array, const std::vector<RunningLoop>& loops) const {
  std::vector<MeetingFilter> filters;
  const std::size_t rank = view_.memories[array].dimensions.size();
  for (int first : shapes_[array]) filters.emplace_back(graph_.indices.data() + first, static_cast<int>(rank), loops);
  return filters;
}

bool BlockBuilder::is_computed(const GraphAccess& access) const {
  const auto first = graph_.indices.begin() + access.first_index;
  return std::any_of(first, first + access.rank, [](const Linear& index) { return index.opaque; });
}

/// `promised`: iterations that lie at least between a write and a read of what it wrote. It counts where an index is
/// computed; of others the distance is known.
void BlockBuilder::carry_elements(int array, const std::vector<RunningLoop>& loops, std::int64_t promised) {
  const auto& touched = touched_[array];
  const std::vector<MeetingFilter> filters = make_filters(array, loops);
  // Behind a bus the tool does not look for the distance in loops that run as one: the next iteration may meet it.
  const bool next = view_.memories[array].kind == MemoryView::Kind::bus && loops.size() > 1;
  // An element that is read, changed and written back over one adapter: the next is read when this one is acknowledged.
  const MemoryView& memory = view_.memories[array];
  const bool in_turn = memory.kind == MemoryView::Kind::bus && memory.banks == 1;
  for (const Touched& write : touched) {
    if (!write.writes || write.access < 0) continue;
    const GraphAccess& stored = graph_.accesses[write.access];
    for (const Touched& read : touched) {
      if (read.writes || read.access < 0) continue;
      const GraphAccess& loaded = graph_.accesses[read.access];
      if (in_turn && stored.first_index == loaded.first_index) {
        graph_.add_carried({write.node, read.node, 1, true, array});
        continue;
      }
      const bool alike = stored.shape >= 0 && stored.shape == loaded.shape;
      if (alike && !filters[stored.shape].may_meet(graph_.indices.data() + stored.first_index,
                                                   graph_.indices.data() + loaded.first_index))
        continue;
      auto distance = carried_distance(graph_.indices.data() + stored.first_index,
                                       graph_.indices.data() + loaded.first_index, stored.rank, loops);
      if (distance && (is_computed(stored) || is_computed(loaded))) distance = std::max(*distance, promised);
      if (distance) graph_.add_carried({write.node, read.node, next ? 1 : *distance, true, array});
    }
  }
}

/// What is computed in a state must be there before its clock edge; operators with stages of their own are.
int BlockBuilder::store_variable(int value) {
  const GraphNode& computed = graph_.nodes[value];
  if (computed.role != Role::operation || computed.latency > 0) return value;
  GraphNode stored;
  stored.op = OpKind::unknown;
  stored.in_ns = stored.out_ns = static_cast<float>(register_delay_ns(view_.target));
  return static_cast<int>(graph_.add_node(stored, {{value, GraphEdge::Kind::value}}));
}

void BlockBuilder::carry_variables() {
  for (std::size_t n = 0; n < variables_.size(); ++n) {
    const Variable& variable = variables_[n];
    if (variable.entry < 0 || !variable.written || variable.value == variable.entry) continue;
    graph_.nodes[variable.entry].role = Role::carried;
    graph_.add_carried({store_variable(variable.value), variable.entry, 1, false, static_cast<int>(n)});
  }
}

/// Elements that every iteration writes anew and nothing reads are written once, after the loop.
void BlockBuilder::sink_stores(const std::vector<RunningLoop>& loops, int array, std::vector<HoistedLoad>& sunk) {
  for (const Touched& touch : touched_[array]) {
    if (touch.node < 0) continue;
    if (touch.access < 0 || !touch.writes) return;
    const GraphAccess& access = graph_.accesses[touch.access];
    for (int d = 0; d < access.rank; ++d) {
      const Linear& index = graph_.indices[access.first_index + d];
      for (const RunningLoop& loop : loops) {
        if (depends_on(index, loop.id)) return;
      }
    }
  }
  for (Cell& cell : cells_) {
    if (cell.array == array && cell.store >= 0 && cell.store_scope != 0) return;
  }
  for (const Cell& cell : cells_) {
    if (cell.array != array || cell.store < 0) continue;
    GraphNode& store = graph_.nodes[cell.store];
    sunk.push_back(describe(graph_.accesses[store.access]));
    store.role = Role::source;
    store.access = -1;
    store.latency = 0;
  }
}

/// Computed from values that are there before the loop. A loop's own value is a register that counts: what is computed
/// from it changes with it.
bool BlockBuilder::is_invariant(const GraphNode& node) const {
  const auto begin = graph_.edges.begin() + node.first_edge;
  return node.role == Role::operation && node.edges > 0 && std::all_of(begin, begin + node.edges, [&](GraphEdge edge) {
           const GraphNode& operand = graph_.nodes[edge.from];
           return operand.role == Role::source && operand.op != OpKind::iterator;
         });
}

/// Loads whose address no loop changes, from arrays that nothing writes here, and operations on such values.
void BlockBuilder::hoist_invariants(const std::vector<RunningLoop>& loops, Surroundings& around) {
  std::unordered_map<int, int> loads, operations;  // by node: HoistedLoad::number, place in `early`
  for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
    GraphNode& node = graph_.nodes[n];
    if (node.role == Role::load && node.access >= 0) {
      const GraphAccess& access = graph_.accesses[node.access];
      const MemoryView& memory = view_.memories[access.array];
      if (seen_[access.array].writes || memory.kind == MemoryView::Kind::stream) continue;
      bool varies = false;
      for (int d = 0; d < access.rank; ++d) {
        const Linear& index = graph_.indices[access.first_index + d];
        for (const RunningLoop& loop : loops) varies = varies || depends_on(index, loop.id);
        varies = varies || index.opaque || (index.count > 0 && index.terms[index.count - 1].loop >= first_quotient);
      }
      if (varies) continue;
      if (memory.kind == MemoryView::Kind::memory || memory.kind == MemoryView::Kind::bus) {
        loads[static_cast<int>(n)] = static_cast<int>(around.hoisted.size());
        around.hoisted.push_back(describe(access));
        around.hoisted.back().number = loads[static_cast<int>(n)];
      }
      node.role = Role::source;
      node.access = -1;
    } else if (is_invariant(node)) {
      EarlyOperation early{node, {}, {}};
      for (int e = node.first_edge; e < node.first_edge + node.edges; ++e) {
        const int from = graph_.edges[e].from;
        if (const auto load = loads.find(from); load != loads.end()) early.loads.push_back(load->second);
        if (const auto other = operations.find(from); other != operations.end())
          early.operations.push_back(other->second);
      }
      early.node.branch = 0;
      operations[static_cast<int>(n)] = static_cast<int>(around.early.size());
      around.early.push_back(std::move(early));
      node.role = Role::source;
    } else {
      continue;
    }
    node.latency = 0;
    node.out_ns = 0;
  }
}

/// Nothing but this loop uses the array, and each read found what the same iteration had written.
bool BlockBuilder::is_never_read(int array, int loop) const {
  if (view_.loop_local[array] != loop) return false;
  const auto& touched = touched_[array];
  return std::all_of(touched.begin(), touched.end(),
                     [](const Touched& touch) { return touch.node < 0 || (touch.writes && !touch.call); });
}

void BlockBuilder::drop_stores(int array) {
  for (const Touched& touch : touched_[array]) {
    if (touch.node < 0) continue;
    GraphNode& store = graph_.nodes[touch.node];
    store.role = Role::source;
    store.access = -1;
    store.latency = 0;
  }
}

/// Registers that several runs of a loop add up in lie outside of its module: they are written back two states after
/// the value is there (2025.1: 24 lanes and 8 inner loops; loops that run once in their function need none, 4 designs).
constexpr int write_back_states = 2;

void BlockBuilder::write_back(int array) {
  for (const Touched& touch : touched_[array]) {
    if (touch.node < 0 || !touch.writes || touch.call) continue;
    GraphNode& store = graph_.nodes[touch.node];
    if (store.role == Role::store) store.latency = write_back_states;
  }
}

void BlockBuilder::finish_iteration(const std::vector<RunningLoop>& loops,
                                    const std::vector<DependencePromise>& promises, Surroundings& around) {
  carry_variables();
  for (std::size_t n = 0; n < touched_.size(); ++n) {
    const Touch& seen = seen_[n];
    const MemoryView& memory = view_.memories[n];
    const int array = static_cast<int>(n);
    const bool stored = memory.kind == MemoryView::Kind::memory || memory.kind == MemoryView::Kind::bus;
    if (stored && seen.writes && is_never_read(array, loops.front().id)) {
      drop_stores(array);
      continue;
    }
    if (stored && seen.writes) sink_stores(loops, array, around.sunk);
    if (!seen.reads || !seen.writes || memory.kind == MemoryView::Kind::stream || memory.dimensions.empty()) continue;
    const bool kept = stored || memory.kind == MemoryView::Kind::registers;
    if (kept && promote(loops, array, around.hoisted, around.sunk)) continue;
    if (runs_again_ && memory.kind == MemoryView::Kind::registers) write_back(array);
    if (!is_promised_free(array, promises)) carry_elements(array, loops, promised_distance(array, promises));
  }
  hoist_invariants(loops, around);
  find_bursts(loops, around.bursts);
  graph_.replicated.assign(seen_.size(), 0);
  for (std::size_t n = 0; n < seen_.size(); ++n)
    graph_.replicated[n] = view_.memories[n].replicable && seen_[n].reads && !seen_[n].writes ? 1 : 0;
}

}  // namespace pom::dse
