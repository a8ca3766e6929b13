#include "dse/estimate/blocks/element_accesses.hpp"

#include <algorithm>

namespace pom::dse::estimate {

namespace {

/// States of a bus write after the first.
constexpr int bus_write_states = 7;

/// States that a store takes more if its bank is selected at run time and no loop is pipelined: it becomes a branch to
/// one store per bank (2022.2, 2023.2: maps in eight banks are cleared in two states an element, others in one). A
/// block that waits for a module ends there anyway, and the branch costs no state.
constexpr int bank_branch_states = 1;

bool has_calls(const Graph& graph) {
  return std::any_of(graph.nodes.begin(), graph.nodes.end(),
                     [](const GraphNode& node) { return node.role == Role::call; });
}

}  // namespace

ElementAccesses::ElementAccesses(const FunctionView& view, const Unrolling& unrolling, Graph& graph,
                                 const PipelinedLoops& pipelined)
    : view_(view),
      unrolling_(unrolling),
      graph_(graph),
      pipelined_(pipelined),
      addresses_(view.target, pipelined.loops) {}

void ElementAccesses::clear() {
  log_.clear(view_.function.arrays.size());
  elements_.clear();
  addresses_.clear();
}

int ElementAccesses::known_value(int element, BranchSides sides) {
  const ArrayElement& known = elements_[element];
  if (known.pending >= 0) {
    const bool holds_here = std::any_of(sides.begin(), sides.end(),
                                        [&](const BranchSide& side) { return side.number == known.store_branch; });
    return holds_here ? known.pending : resolve(element);
  }
  return known.value >= 0 && !log_.may_be_overwritten(graph_, known.array, known.first_index) ? known.value : -1;
}

/// Returns the element's value after a conditional store: a select between the old and the stored value.
int ElementAccesses::resolve(int element) {
  ArrayElement& known = elements_[element];
  const int before = known.value >= 0 ? known.value : load(element, {});
  const int bits = view_.function.arrays[known.array].element.bits;
  known.value = add_select(graph_, view_.target, known.condition, known.pending, before, bits);
  known.pending = -1;
  return known.value;
}

int ElementAccesses::add_access(const ArrayElement& element, Role role) {
  GraphAccess access;
  access.array = element.array;
  access.first_index = element.first_index;
  access.rank = element.rank;
  access.shape = log_.find_shape(graph_, element.array, element.first_index, element.rank);
  access.writes = role == Role::store;
  access.first_bank = static_cast<int>(graph_.banks.size());
  const Linear* indices = graph_.indices.data() + element.first_index;
  access.banks = append_banks(view_.memories[element.array], indices, unrolling_, graph_.banks);
  access.node = static_cast<int>(graph_.nodes.size());
  graph_.accesses.push_back(access);
  return static_cast<int>(graph_.accesses.size()) - 1;
}

int ElementAccesses::add_load(ArrayElement& element) {
  const MemoryView& memory = view_.memories[element.array];
  addresses_.wait_for_address(graph_, unrolling_, memory, element, load_waits_);
  const int number = add_access(element, Role::load);
  const GraphAccess& access = graph_.accesses[number];
  log_.order(graph_, memory, access, load_waits_, element.pending >= 0 ? element.store : -1);
  GraphNode node;
  node.role = Role::load;
  node.op = OpKind::load;
  node.bits = view_.function.arrays[element.array].element.bits;
  node.latency = memory.load_latency;
  node.out_ns = memory.load_ns;
  if (memory.kind == MemoryView::Kind::memory) node.in_ns = memory.load_ns;  // the address settles as long before
  if (memory.kind == MemoryView::Kind::registers && access.banks > 1)
    node.in_ns = node.out_ns = choice_ns(memory, access.banks);
  node.access = number;
  element.value = static_cast<int>(graph_.add_node(node, load_waits_));
  log_.note(element.array, false);
  return number;
}

int ElementAccesses::load_first(int element, const std::vector<GraphEdge>& address) {
  load_waits_ = address;
  add_load(elements_[element]);
  return elements_[element].value;
}

int ElementAccesses::load(int element, const std::vector<GraphEdge>& address) {
  load_waits_ = address;
  ArrayElement& loaded = elements_[element];
  const int number = add_load(loaded);
  loaded.load = loaded.value;
  log_.record(graph_, loaded.array, {loaded.load, false, false, number, -1});
  return loaded.load;
}

/// Replaces the stores of an element on both sides of a branch by one store of a selected value after the branch.
/// Returns false if only one side stores it.
bool ElementAccesses::store_of_both_sides(int element, int value, const std::vector<GraphEdge>& address,
                                          BranchSides sides) {
  if (sides.empty() || sides.back().then_number < 0) return false;
  ArrayElement& other = elements_[element];
  if (other.store < 0 || other.store_branch != sides.back().then_number) return false;
  const int bits = view_.function.arrays[other.array].element.bits;
  const int first = graph_.edges_of(graph_.nodes[other.store]).front().from;
  const int both = add_select(graph_, view_.target, sides.back().condition, first, value, bits);
  drop_store(other);
  store(element, both, address, sides.first(sides.size() - 1));
  return true;
}

void ElementAccesses::store(int element, int value, const std::vector<GraphEdge>& address, BranchSides sides) {
  if (store_of_both_sides(element, value, address, sides)) return;
  const int branch = sides.empty() ? 0 : sides.back().number;
  const int condition = sides.empty() ? -1 : add_condition(graph_, sides);
  ArrayElement& stored = elements_[element];
  if (condition >= 0 && stored.pending >= 0 && stored.store_branch != branch) resolve(element);
  store_waits_.assign(1, {value, GraphEdge::Kind::value});
  store_waits_.insert(store_waits_.end(), address.begin(), address.end());
  for (const BranchSide& side : sides) store_waits_.push_back({side.condition, GraphEdge::Kind::value});
  const MemoryView& memory = view_.memories[stored.array];
  addresses_.wait_for_address(graph_, unrolling_, memory, stored, store_waits_);
  const int number = add_access(stored, Role::store);
  log_.order(graph_, memory, graph_.accesses[number], store_waits_);
  if (const int overwritten = stored.store; overwritten >= 0 && (branch == 0 || branch == stored.store_branch)) {
    // The earlier store is dead: the element is overwritten before any access can read it.
    drop_store(stored);
    std::erase_if(store_waits_, [&](const GraphEdge& edge) { return edge.from == overwritten; });
  }
  GraphNode node;
  node.role = Role::store;
  node.op = OpKind::constant;
  node.in_ns = memory.store_ns;
  node.latency = store_latency(graph_.accesses[number], value);
  node.access = number;
  stored.store = static_cast<int>(graph_.add_node(node, store_waits_));
  stored.store_branch = branch;
  stored.condition = condition;
  stored.pending = condition < 0 ? -1 : value;
  if (condition < 0) stored.value = value;
  log_.record(graph_, stored.array, {stored.store, true, false, number, -1});
  log_.note(stored.array, true);
}

int ElementAccesses::store_latency(const GraphAccess& stored, int value) const {
  const MemoryView& memory = view_.memories[stored.array];
  // A bus write consists of request, data and acknowledgement (2022.2: a store of a constant takes 8 states). The
  // request for a computed value is sent one state before the value is available.
  if (memory.kind == MemoryView::Kind::bus)
    return bus_write_states - (graph_.nodes[value].role == Role::source ? 0 : 1) + memory.bus_latency;
  const bool branches_to_bank =
      memory.kind == MemoryView::Kind::memory && stored.banks > 1 && pipelined_.loops.empty() && !has_calls(graph_);
  return branches_to_bank ? bank_branch_states : 0;
}

void ElementAccesses::drop_store(ArrayElement& element) {
  graph_.nodes[element.store].remove_store();
  log_.drop(element.array, element.store);
  element.store = element.pending = -1;
}

int ElementAccesses::read_stream(int element, BranchSides sides) {
  ArrayElement& read = elements_[element];
  const bool is_fifo = view_.function.arrays[read.array].fifo;
  if (is_fifo && read.value >= 0 && read.store_branch == 0) return read.value;
  const int value = access_stream(element, Role::load, -1, sides);
  if (is_fifo && sides.empty()) read.value = value;
  return value;
}

int ElementAccesses::access_stream(int element, Role role, int value, BranchSides sides) {
  const ArrayElement& accessed = elements_[element];
  std::vector<GraphEdge> waits;
  if (value >= 0) waits.push_back({value, GraphEdge::Kind::value});
  for (const BranchSide& side : sides) waits.push_back({side.condition, GraphEdge::Kind::value});
  // Elements of a stream stay in order, one per cycle; the streams of an array are independent of each other.
  const std::vector<AccessLog::Event>& events = log_.events(accessed.array);
  const auto earlier = std::find_if(events.rbegin(), events.rend(), [&](const AccessLog::Event& event) {
    const bool same = event.access < 0 || graph_.accesses[event.access].first_index == accessed.first_index;
    return event.node >= 0 && same;
  });
  if (earlier != events.rend()) waits.push_back({earlier->node, GraphEdge::Kind::with});
  GraphNode node;
  node.role = role;
  node.op = OpKind::load;
  node.bits = role == Role::load ? view_.function.arrays[accessed.array].element.bits : 0;
  node.access = add_access(accessed, role);
  const int number = static_cast<int>(graph_.add_node(node, waits));
  log_.record(graph_, accessed.array, {number, true, false, node.access, -1});
  log_.note(accessed.array, role == Role::store);
  return number;
}

void ElementAccesses::call(int node, const AccessSummary& summary) {
  if (summary.writes) {
    // Later accesses are ordered after this call only, and known values of the array's elements are stale.
    elements_.forget(summary.array);
    if (summary.banks.empty()) log_.forget(summary.array);
  }
  log_.record(graph_, summary.array, {node, summary.writes, true, -1, -1, summary.banks});
  if (summary.reads) log_.note(summary.array, false);
  if (summary.writes) log_.note(summary.array, true);
}

}  // namespace pom::dse::estimate
