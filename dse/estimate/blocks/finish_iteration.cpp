#include <algorithm>
#include <unordered_map>

#include "dse/estimate/blocks/block_builder.hpp"
#include "dse/estimate/graph/hash.hpp"

/// Dependences between iterations, and operations and accesses that are equal in all of them.
namespace pom::dse::estimate {

namespace {

bool depends_on(const Linear& index, int loop) { return index.opaque || index.coefficient_of(loop) != 0; }

/// Number of elements of an array without a partition directive that a loop keeps in registers.
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

/// Tells whether an iteration of the loops around reads an element that an earlier one wrote as another one, as y[n]
/// and y[n - 1].
bool BlockBuilder::meets_another(const std::vector<MemoryEvent>& events) const {
  const auto indices_of = [&](const MemoryEvent& event) {
    return graph_.indices.data() + graph_.accesses[event.access].first_index;
  };
  for (const MemoryEvent& write : events) {
    if (!write.writes) continue;
    const int rank = graph_.accesses[write.access].rank;
    const Linear* stored = indices_of(write);
    for (const MemoryEvent& read : events) {
      const Linear* loaded = indices_of(read);
      if (read.writes || std::equal(stored, stored + rank, loaded)) continue;
      if (carried_distance(stored, loaded, rank, pipelined_.loops)) return true;
    }
  }
  return false;
}

/// Keeps elements that every iteration of the innermost loop reads and writes in registers: loaded before the loop,
/// stored after it. If outer loops are flattened into the loop, load and store stay inside, for its first and last
/// iteration.
bool BlockBuilder::promote(int array, std::vector<HoistedLoad>& hoisted, std::vector<HoistedLoad>& sunk) {
  std::vector<MemoryEvent> events;
  for (const MemoryEvent& event : events_[array]) {
    if (event.node < 0) continue;  // a store that a later one overwrites
    if (event.access < 0) return false;
    events.push_back(event);
    const GraphAccess& access = graph_.accesses[event.access];
    for (int d = 0; d < access.rank; ++d) {
      if (depends_on(graph_.indices[access.first_index + d], pipelined_.loops.front().id)) return false;
    }
  }
  if (pipelined_.loops.size() > 1 && meets_another(events)) return false;
  // Elements of one shape are either equal or never alias.
  const bool aliasing = mixed_[array];
  for (std::size_t a = 0; aliasing && a < events.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const auto& x = graph_.accesses[events[a].access];
      const auto& y = graph_.accesses[events[b].access];
      if (x.first_index != y.first_index && may_alias(x, y)) return false;
    }
  }
  // Loops that the tool unrolls to pipeline a loop around them are still loops when it looks for registers: one element
  // becomes a register, several stay in memory (64 sums in a memory: an interval of 64).
  const auto sums = std::count_if(cells_.begin(), cells_.end(), [&](const Cell& cell) {
    return cell.array == array && cell.load >= 0 && cell.store >= 0;
  });
  if (pipelined_.late_copies && sums > most_promoted && view_.memories[array].banks == 1) return false;
  for (const Cell& cell : cells_) {
    if (cell.array != array || cell.load < 0 || cell.store < 0) continue;
    GraphNode& load = graph_.nodes[cell.load];
    GraphNode& store = graph_.nodes[cell.store];
    const int stored = graph_.edges_of(store).front().from;
    graph_.add_carried({stored, cell.load, 1, false, array});
    if (pipelined_.loops.size() > 1) continue;
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

std::vector<GcdTest> BlockBuilder::make_gcd_tests(int array) const {
  std::vector<GcdTest> tests;
  const int rank = static_cast<int>(view_.memories[array].dimensions.size());
  for (int first : shapes_[array]) tests.emplace_back(graph_.indices.data() + first, rank, pipelined_.loops);
  return tests;
}

/// Dimensions in which the index of every access to the array is a number.
std::vector<int> BlockBuilder::numbered_dimensions(int array) const {
  std::vector<int> numbered;
  const auto is_number = [&](const MemoryEvent& event, int d) {
    return event.access < 0 || graph_.indices[graph_.accesses[event.access].first_index + d].is_constant();
  };
  const std::vector<MemoryEvent>& events = events_[array];
  for (int d = 0; d < static_cast<int>(view_.memories[array].dimensions.size()); ++d) {
    if (std::all_of(events.begin(), events.end(), [&](const MemoryEvent& event) { return is_number(event, d); }))
      numbered.push_back(d);
  }
  return numbered;
}

/// Adds dependences through memory from each store to each load. `promised`: least distance in iterations between a
/// write and a read of the element, from directives; it is used where an index depends on data, because other distances
/// are known.
void BlockBuilder::carry_elements(int array, std::int64_t promised) {
  const auto& events = events_[array];
  const std::vector<GcdTest> tests = make_gcd_tests(array);
  // Behind a bus, the tool computes no distances for flattened loops: it assumes that the next iteration depends on
  // this one.
  const bool next = view_.memories[array].kind == MemoryView::Kind::bus && pipelined_.loops.size() > 1;
  // An array that is read and written over one adapter: an iteration's reads wait for the acknowledgement of all writes
  // of the one before, whatever the elements.
  const MemoryView& memory = view_.memories[array];
  const bool in_turn = memory.kind == MemoryView::Kind::bus && memory.banks == 1;
  // Elements with other numbers for an index are apart, whatever loops move the other indices: an unrolled body has
  // thousands, and only the reads of a bucket are compared with a write.
  const std::vector<int> numbered = in_turn ? std::vector<int>{} : numbered_dimensions(array);
  const auto bucket_of = [&](const GraphAccess& access) {
    std::uint64_t key = 0;
    for (const int d : numbered)
      key = mix(key, static_cast<std::uint64_t>(graph_.indices[access.first_index + d].constant));
    return key;
  };
  std::unordered_map<std::uint64_t, std::vector<const MemoryEvent*>> reads;
  for (const MemoryEvent& event : events) {
    if (!event.writes && event.access >= 0) reads[bucket_of(graph_.accesses[event.access])].push_back(&event);
  }
  for (const MemoryEvent& write : events) {
    if (!write.writes || write.access < 0) continue;
    const GraphAccess& stored = graph_.accesses[write.access];
    for (const MemoryEvent* read : reads[bucket_of(stored)]) {
      const GraphAccess& loaded = graph_.accesses[read->access];
      if (in_turn) {
        graph_.add_carried({write.node, read->node, 1, true, array});
        continue;
      }
      const bool comparable = stored.shape >= 0 && stored.shape == loaded.shape;
      if (comparable && !tests[stored.shape].may_depend(graph_.indices.data() + stored.first_index,
                                                        graph_.indices.data() + loaded.first_index))
        continue;
      auto distance = carried_distance(graph_.indices.data() + stored.first_index,
                                       graph_.indices.data() + loaded.first_index, stored.rank, pipelined_.loops);
      if (distance && (graph_.is_computed(stored) || graph_.is_computed(loaded)))
        distance = std::max(*distance, promised);
      if (distance) graph_.add_carried({write.node, read->node, next ? 1 : *distance, true, array});
    }
  }
}

/// Adds the setup time of the variable's register after combinational logic; a pipelined operator ends in a register.
int BlockBuilder::store_variable(int value) {
  const GraphNode& computed = graph_.nodes[value];
  if (computed.role != Role::operation || computed.latency > 0) return value;
  GraphNode stored;
  stored.op = OpKind::unknown;
  stored.in_ns = stored.out_ns = static_cast<float>(devices::register_delay_ns(view_.target));
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

/// Moves stores of loop-invariant elements that the loop only writes behind the loop.
void BlockBuilder::sink_stores(int array, std::vector<HoistedLoad>& sunk) {
  for (const MemoryEvent& event : events_[array]) {
    if (event.node < 0) continue;
    if (event.access < 0 || !event.writes) return;
    const GraphAccess& access = graph_.accesses[event.access];
    for (int d = 0; d < access.rank; ++d) {
      const Linear& index = graph_.indices[access.first_index + d];
      for (const RunningLoop& loop : pipelined_.loops) {
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
    store.remove_store();
  }
}

/// Tells whether an operation's operands are available before the loop. A loop's own value is a counter, so that what
/// is computed from it changes.
bool BlockBuilder::is_invariant(const GraphNode& node) const {
  const std::span<const GraphEdge> operands = graph_.edges_of(node);
  return node.role == Role::operation && !operands.empty() &&
         std::all_of(operands.begin(), operands.end(), [&](const GraphEdge& edge) {
           const GraphNode& operand = graph_.nodes[edge.from];
           return operand.role == Role::source && operand.op != OpKind::iterator;
         });
}

/// Moves loop-invariant loads, from arrays that the loop does not write, and loop-invariant operations before the loop.
void BlockBuilder::hoist_invariants(Surroundings& around) {
  std::unordered_map<int, int> loads, operations;  // by node: HoistedLoad::number, position in `invariants`
  for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
    GraphNode& node = graph_.nodes[n];
    if (node.role == Role::load && node.access >= 0) {
      const GraphAccess& access = graph_.accesses[node.access];
      const MemoryView& memory = view_.memories[access.array];
      if (seen_[access.array].writes || memory.kind == MemoryView::Kind::stream) continue;
      bool varies = false;
      for (int d = 0; d < access.rank; ++d) {
        const Linear& index = graph_.indices[access.first_index + d];
        for (const RunningLoop& loop : pipelined_.loops) varies = varies || depends_on(index, loop.id);
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
      InvariantOperation invariant{node, {}, {}};
      for (const GraphEdge& edge : graph_.edges_of(node)) {
        if (const auto load = loads.find(edge.from); load != loads.end()) invariant.loads.push_back(load->second);
        if (const auto other = operations.find(edge.from); other != operations.end())
          invariant.operations.push_back(other->second);
      }
      invariant.node.branch = 0;
      invariant.node.invariant = true;
      operations[static_cast<int>(n)] = static_cast<int>(around.invariants.size());
      around.invariants.push_back(std::move(invariant));
      node.role = Role::source;
    } else {
      continue;
    }
    node.latency = 0;
    node.out_ns = 0;
  }
}

/// Tells whether the array is used in this loop only, and each read was forwarded from a store of the same iteration.
bool BlockBuilder::is_never_read(int array, int loop) const {
  if (view_.loop_local[array] != loop) return false;
  const auto& events = events_[array];
  return std::all_of(events.begin(), events.end(),
                     [](const MemoryEvent& event) { return event.node < 0 || (event.writes && !event.call); });
}

void BlockBuilder::drop_stores(int array) {
  for (const MemoryEvent& event : events_[array]) {
    if (event.node >= 0) graph_.nodes[event.node].remove_store();
  }
}

/// States from a value to its write-back, for registers that accumulate over several runs of a loop and lie outside its
/// module (2025.1: 24 lanes and 8 inner loops; loops that run once in their function need none, 4 designs).
constexpr int write_back_states = 2;

void BlockBuilder::write_back(int array) {
  for (const MemoryEvent& event : events_[array]) {
    if (event.node < 0 || !event.writes || event.call) continue;
    GraphNode& store = graph_.nodes[event.node];
    if (store.role == Role::store) store.latency = write_back_states;
  }
}

void BlockBuilder::finish_iteration(const std::vector<DependencePromise>& promises, Surroundings& around) {
  carry_variables();
  for (std::size_t n = 0; n < events_.size(); ++n) {
    const AccessSummary& seen = seen_[n];
    const MemoryView& memory = view_.memories[n];
    const int array = static_cast<int>(n);
    const bool stored = memory.kind == MemoryView::Kind::memory || memory.kind == MemoryView::Kind::bus;
    if (stored && seen.writes && is_never_read(array, pipelined_.loops.front().id)) {
      drop_stores(array);
      continue;
    }
    if (stored && seen.writes) sink_stores(array, around.sunk);
    if (!seen.reads || !seen.writes || memory.kind == MemoryView::Kind::stream || memory.dimensions.empty()) continue;
    const bool kept = stored || memory.kind == MemoryView::Kind::registers;
    if (kept && promote(array, around.hoisted, around.sunk)) continue;
    if (pipelined_.runs_again && memory.kind == MemoryView::Kind::registers) write_back(array);
    if (!is_promised_free(array, promises)) carry_elements(array, promised_distance(array, promises));
  }
  hoist_invariants(around);
  find_bursts(around.bursts);
  graph_.replicated.assign(seen_.size(), 0);
  for (std::size_t n = 0; n < seen_.size(); ++n)
    graph_.replicated[n] = view_.memories[n].replicable && seen_[n].reads && !seen_[n].writes ? 1 : 0;
}

}  // namespace pom::dse::estimate
