#include <algorithm>
#include <unordered_map>

#include "dse/estimate/blocks/carried_edges.hpp"
#include "dse/estimate/blocks/iteration_passes.hpp"

namespace pom::dse::estimate {

namespace {

/// Number of elements of an array without a partition directive that a loop keeps in registers.
constexpr std::int64_t most_promoted = 1;

bool depends_on(const Linear& index, const RunningLoop& loop) {
  return index.opaque || index.coefficient_of(loop.id) != 0;
}

bool depends_on(const Graph& graph, const GraphAccess& access, const RunningLoop& loop) {
  const auto first = graph.indices.begin() + access.first_index;
  return std::any_of(first, first + access.rank, [&](const Linear& index) { return depends_on(index, loop); });
}

bool depends_on_any(const Graph& graph, const GraphAccess& access, const std::vector<RunningLoop>& loops) {
  return std::any_of(loops.begin(), loops.end(),
                     [&](const RunningLoop& loop) { return depends_on(graph, access, loop); });
}

HoistedLoad describe_element(const Graph& graph, const Function& function, const GraphAccess& access) {
  const auto first = graph.indices.begin() + access.first_index;
  HoistedLoad load;
  load.array = access.array;
  load.indices.assign(first, first + access.rank);
  load.bits = function.arrays[access.array].element.bits;
  return load;
}

/// Tells whether an iteration of the loops around reads an element that an earlier one wrote as another one, as y[n]
/// and y[n - 1].
bool meets_another(const Graph& graph, const std::vector<RunningLoop>& loops, const std::vector<int>& accesses) {
  const auto indices_of = [&](const GraphAccess& access) { return graph.indices.data() + access.first_index; };
  for (const int write : accesses) {
    const GraphAccess& stored = graph.accesses[write];
    if (!stored.writes) continue;
    const Linear* written = indices_of(stored);
    for (const int read : accesses) {
      const GraphAccess& loaded = graph.accesses[read];
      if (loaded.writes || std::equal(written, written + stored.rank, indices_of(loaded))) continue;
      if (carried_distance(written, indices_of(loaded), stored.rank, loops)) return true;
    }
  }
  return false;
}

/// Tells whether two of the accesses may be to one element under different indices.
bool have_aliases(const Graph& graph, const std::vector<int>& accesses) {
  for (std::size_t a = 0; a < accesses.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const GraphAccess& x = graph.accesses[accesses[a]];
      const GraphAccess& y = graph.accesses[accesses[b]];
      if (x.first_index != y.first_index && may_alias(graph, x, y)) return true;
    }
  }
  return false;
}

bool is_accumulated(const ArrayElement& element, int array) {
  return element.array == array && element.load >= 0 && element.store >= 0;
}

/// Tells whether the array's elements are the same in all iterations of the innermost loop, and fit in registers.
bool can_promote(const Graph& graph, const MemoryView& memory, const PipelinedLoops& pipelined, const AccessLog& log,
                 const ElementTable& elements, int array) {
  std::vector<int> accesses;
  for (const AccessLog::Event& event : log.events(array)) {
    if (event.node < 0) continue;  // a store that a later one overwrites
    if (event.access < 0 || depends_on(graph, graph.accesses[event.access], pipelined.loops.front())) return false;
    accesses.push_back(event.access);
  }
  if (pipelined.loops.size() > 1 && meets_another(graph, pipelined.loops, accesses)) return false;
  // Elements of one shape are either equal or never alias.
  if (log.is_mixed(array) && have_aliases(graph, accesses)) return false;
  // Loops that the tool unrolls to pipeline a loop around them are still loops when it looks for registers: one element
  // becomes a register, several stay in memory (64 sums in a memory: an interval of 64).
  if (!pipelined.late_copies || memory.banks > 1) return true;
  return std::count_if(elements.begin(), elements.end(),
                       [&](const ArrayElement& element) { return is_accumulated(element, array); }) <= most_promoted;
}

/// Tells whether an operation's operands are available before the loop. A loop's own value is a counter, so that what
/// is computed from it changes.
bool is_invariant_operation(const Graph& graph, const GraphNode& node) {
  const std::span<const GraphEdge> operands = graph.edges_of(node);
  return node.role == Role::operation && !operands.empty() &&
         std::all_of(operands.begin(), operands.end(), [&](const GraphEdge& edge) {
           const GraphNode& operand = graph.nodes[edge.from];
           return operand.role == Role::source && operand.op != OpKind::iterator;
         });
}

bool is_invariant_load(const Graph& graph, const GraphNode& node, const std::vector<MemoryView>& memories,
                       const std::vector<RunningLoop>& loops, const AccessLog& log) {
  if (node.role != Role::load || node.access < 0) return false;
  const GraphAccess& access = graph.accesses[node.access];
  if (log.summary(access.array).writes || memories[access.array].kind == MemoryView::Kind::stream) return false;
  const auto first = graph.indices.begin() + access.first_index;
  const bool is_divided = std::any_of(first, first + access.rank, [](const Linear& index) {
    return index.count > 0 && index.terms[index.count - 1].loop >= first_quotient;
  });
  return !is_divided && !graph.is_computed(access) && !depends_on_any(graph, access, loops);
}

}  // namespace

bool promote_elements(Graph& graph, const FunctionView& view, const PipelinedLoops& pipelined, const AccessLog& log,
                      const ElementTable& elements, int array, Surroundings& around) {
  const MemoryView& memory = view.memories[array];
  if (!can_promote(graph, memory, pipelined, log, elements, array)) return false;
  for (const ArrayElement& element : elements) {
    if (!is_accumulated(element, array)) continue;
    GraphNode& load = graph.nodes[element.load];
    GraphNode& store = graph.nodes[element.store];
    graph.add_carried({graph.edges_of(store).front().from, element.load, 1, false, array});
    if (pipelined.loops.size() > 1) continue;
    load.role = Role::carried;
    if (memory.kind == MemoryView::Kind::registers) continue;
    around.hoisted.push_back(describe_element(graph, view.function, graph.accesses[load.access]));
    around.sunk.push_back(around.hoisted.back());
    store.role = Role::source;
    load.access = store.access = -1;
    load.latency = 0;
    load.out_ns = 0;
  }
  return true;
}

void sink_stores(Graph& graph, const FunctionView& view, const std::vector<RunningLoop>& loops, const AccessLog& log,
                 const ElementTable& elements, int array, std::vector<HoistedLoad>& sunk) {
  for (const AccessLog::Event& event : log.events(array)) {
    if (event.node < 0) continue;
    if (event.access < 0 || !event.writes || depends_on_any(graph, graph.accesses[event.access], loops)) return;
  }
  const auto is_stored = [&](const ArrayElement& element) { return element.array == array && element.store >= 0; };
  for (const ArrayElement& element : elements) {
    if (is_stored(element) && element.store_branch != 0) return;
  }
  for (const ArrayElement& element : elements) {
    if (!is_stored(element)) continue;
    GraphNode& store = graph.nodes[element.store];
    sunk.push_back(describe_element(graph, view.function, graph.accesses[store.access]));
    store.remove_store();
  }
}

void hoist_invariants(Graph& graph, const FunctionView& view, const std::vector<RunningLoop>& loops,
                      const AccessLog& log, Surroundings& around) {
  std::unordered_map<int, int> loads, operations;  // by node: HoistedLoad::number, position in `invariants`
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    GraphNode& node = graph.nodes[n];
    if (is_invariant_load(graph, node, view.memories, loops, log)) {
      const GraphAccess& access = graph.accesses[node.access];
      const MemoryView::Kind kind = view.memories[access.array].kind;
      if (kind == MemoryView::Kind::memory || kind == MemoryView::Kind::bus) {
        const int number = loads[static_cast<int>(n)] = static_cast<int>(around.hoisted.size());
        around.hoisted.push_back(describe_element(graph, view.function, access));
        around.hoisted.back().number = number;
      }
      node.access = -1;
    } else if (is_invariant_operation(graph, node)) {
      InvariantOperation invariant{node, {}, {}};
      for (const GraphEdge& edge : graph.edges_of(node)) {
        if (const auto load = loads.find(edge.from); load != loads.end()) invariant.loads.push_back(load->second);
        if (const auto other = operations.find(edge.from); other != operations.end())
          invariant.operations.push_back(other->second);
      }
      invariant.node.branch = 0;
      invariant.node.invariant = true;
      operations[static_cast<int>(n)] = static_cast<int>(around.invariants.size());
      around.invariants.push_back(std::move(invariant));
    } else {
      continue;
    }
    node.role = Role::source;
    node.latency = 0;
    node.out_ns = 0;
  }
}

}  // namespace pom::dse::estimate
