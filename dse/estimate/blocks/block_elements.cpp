#include "dse/estimate/blocks/block_builder.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "dse/estimate/blocks/known_condition.hpp"
#include "dse/estimate/graph/hash.hpp"
#include "dse/kernel/visit_parts.hpp"

/// Array elements in a block: loads, stores, forwarding of stored values, and the order of accesses.
namespace pom::dse::estimate {

Linear BlockBuilder::value_of(const Index& index) {
  Linear value = unrolling_.evaluate(index);
  if (!value.opaque || index.value < 0) return value;
  const std::optional<Linear> known = known_value(view_.function, index.value, unrolling_);
  return known ? *known : value;
}

bool BlockBuilder::is_computed(const Index& index) {
  return index.opaque && index.value >= 0 && value_of(index).opaque;
}

/// What an index is that no loops alone decide. Equal computations give one element as long as nothing has been stored;
/// behind a store, each access has an element of its own.
Linear BlockBuilder::computed_index(int array, const Index& index) {
  constexpr std::int64_t not_of_loops = 1LL << 40;  // no constant of an affine index
  const std::vector<MemoryEvent>& events = events_[array];
  const bool is_stored = std::any_of(events.begin(), events.end(), [](const MemoryEvent& e) { return e.writes; });
  Linear value;
  value.opaque = true;
  if (index.value < 0 || is_stored) {
    value.constant = -not_of_loops - static_cast<std::int64_t>(cells_.size());
    return value;
  }
  // Copies of unrolled loops share the nodes of what computes an index, but not its value.
  std::uint64_t key = static_cast<std::uint64_t>(evaluate(index.value));
  visit_parts(view_.function, index.value, [&](const Expression& e) {
    const Linear* copy = e.op == OpKind::iterator ? unrolling_.value_of(e.loop) : nullptr;
    if (copy) key = mix(mix(key, static_cast<std::uint64_t>(e.loop)), static_cast<std::uint64_t>(copy->constant));
  });
  value.constant = not_of_loops + static_cast<std::int64_t>(key % not_of_loops);
  return value;
}

BlockBuilder::Cell& BlockBuilder::find_cell(int array, const std::vector<Index>& indices) {
  std::vector<Linear> computed;  // first: what computes them may ask for other elements
  for (const Index& index : indices) {
    if (!index.opaque) continue;
    computed.push_back(value_of(index));
    if (computed.back().opaque) computed.back() = computed_index(array, index);
  }
  scratch_.clear();
  auto next = computed.begin();
  for (const Index& index : indices) {
    scratch_.push_back(index.opaque ? *next++ : unrolling_.evaluate(index));
    if (!index.opaque && scratch_.back().opaque) scratch_.back() = computed_index(array, index);
  }
  int& last = cell_by_hash_.try_emplace(hash_of(array, scratch_.data(), scratch_.size()), -1).first;
  for (int c = last; c >= 0; c = cells_[c].next) {
    Cell& cell = cells_[c];
    if (cell.array == array && static_cast<std::size_t>(cell.rank) == scratch_.size() &&
        std::equal(scratch_.begin(), scratch_.end(), graph_.indices.begin() + cell.first_index))
      return cell;
  }
  Cell cell;
  cell.next = std::exchange(last, static_cast<int>(cells_.size()));
  cell.array = array;
  cell.first_index = static_cast<int>(graph_.indices.size());
  cell.rank = static_cast<int>(scratch_.size());
  graph_.indices.insert(graph_.indices.end(), scratch_.begin(), scratch_.end());
  cells_.push_back(cell);
  return cells_.back();
}

/// Returns the number of the element's shape. Elements of one shape have indices with equal terms, so that only their
/// constants differ. -1: an index depends on data.
int BlockBuilder::find_shape(int array, int first_index, int rank) {
  const Linear* index = graph_.indices.data() + first_index;
  if (std::any_of(index, index + rank, [](const Linear& i) { return i.opaque; })) return -1;
  std::vector<int>& shapes = shapes_[array];
  for (std::size_t n = 0; n < shapes.size(); ++n) {
    const Linear* known = graph_.indices.data() + shapes[n];
    if (std::equal(index, index + rank, known, [](const Linear& a, const Linear& b) { return a.same_terms(b); }))
      return static_cast<int>(n);
  }
  shapes.push_back(first_index);
  return static_cast<int>(shapes.size()) - 1;
}

bool BlockBuilder::may_alias(const GraphAccess& a, const GraphAccess& b) const {
  if (a.shape >= 0 && a.shape == b.shape) return a.first_index == b.first_index;
  for (int d = 0; d < a.rank; ++d) {
    const Linear& x = graph_.indices[a.first_index + d];
    const Linear& y = graph_.indices[b.first_index + d];
    if (!x.opaque && !y.opaque && x.same_terms(y) && x.constant != y.constant) return false;
  }
  return true;
}

int BlockBuilder::add_access(int array, const Cell& cell, Role role) {
  GraphAccess access;
  access.array = array;
  access.first_index = cell.first_index;
  access.rank = cell.rank;
  access.shape = find_shape(array, cell.first_index, cell.rank);
  access.writes = role == Role::store;
  access.first_bank = static_cast<int>(graph_.banks.size());
  const MemoryView& memory = view_.memories[array];
  access.banks = append_banks(memory, graph_.indices.data() + cell.first_index, unrolling_, graph_.banks);
  access.node = static_cast<int>(graph_.nodes.size());
  graph_.accesses.push_back(access);
  return static_cast<int>(graph_.accesses.size()) - 1;
}

namespace {

std::uint64_t element_key(const GraphAccess& access) {
  return static_cast<std::uint64_t>(access.array) << 40 | static_cast<std::uint64_t>(access.first_index);
}

}  // namespace

void BlockBuilder::record_event(int array, MemoryEvent event) {
  auto& all = events_[array];
  bool regular = false;
  if (event.access >= 0) {
    const GraphAccess& access = graph_.accesses[event.access];
    regular = access.shape == 0;
    int& last = last_event_.try_emplace(element_key(access), -1).first;
    event.previous = std::exchange(last, static_cast<int>(all.size()));
  }
  if (!regular) mixed_[array] = true;
  ordering_[array] = ordering_[array] || event.writes || event.call;
  const GraphAccess* access = event.access >= 0 ? &graph_.accesses[event.access] : nullptr;
  event_index_[array].add(static_cast<int>(all.size()), access, graph_.indices);
  all.push_back(event);
}

/// Adds the order of memory accesses: a load waits for stores that may write its element, a store for every access that
/// may use its element; both wait for calls that use the array.
void BlockBuilder::order_after_events(int array, const GraphAccess& access, std::vector<GraphEdge>& waits, int except) {
  const auto& all = events_[array];
  if (!mixed_[array] && access.shape == 0) {
    // All accesses have the same shape: only those to the same element conflict.
    const int* last = last_event_.find(element_key(access));
    for (int n = last ? *last : -1; n >= 0; n = all[n].previous) order_after(all[n], array, access, waits, except);
    return;
  }
  if (!access.writes && !ordering_[array]) return;  // reads wait for no reads
  for (const int n : event_index_[array].find(access, graph_.indices))
    order_after(all[n], array, access, waits, except);
}

void BlockBuilder::order_after(const MemoryEvent& earlier, int array, const GraphAccess& access,
                               std::vector<GraphEdge>& waits, int except) {
  if (earlier.node < 0 || earlier.node == except) return;
  if (earlier.call) {
    if (earlier.writes || access.writes || view_.memories[array].kind == MemoryView::Kind::memory)
      waits.push_back({earlier.node, GraphEdge::Kind::after});
    return;
  }
  if (!earlier.writes && !access.writes) return;
  if (earlier.access >= 0 && !may_alias(graph_.accesses[earlier.access], access)) return;
  waits.push_back({earlier.node, earlier.writes ? GraphEdge::Kind::after : GraphEdge::Kind::with});
}

namespace {

/// States of a bus write after the first.
constexpr int bus_write_states = 7;

/// States that a store takes more if its bank is selected at run time and no loop is pipelined: it becomes a branch to
/// one store per bank (2022.2, 2023.2: maps in eight banks are cleared in two states an element, others in one). A
/// block that waits for a module ends there anyway, and the branch costs no state.
constexpr int bank_branch_states = 1;

}  // namespace

int BlockBuilder::load(int array, const std::vector<Index>& indices) {
  Cell& cell = find_cell(array, indices);
  if (cell.pending >= 0) return holds_here(cell) ? cell.pending : resolve(array, indices);
  if (cell.value >= 0 && !may_be_overwritten(array, cell)) return cell.value;
  waits_.clear();
  std::vector<GraphEdge> address;
  for (const Index& index : indices) {
    if (is_computed(index)) address.push_back({evaluate(index.value), GraphEdge::Kind::value});
  }
  Cell& again = address.empty() ? cell : find_cell(array, indices);
  waits_ = address;
  return load_new(array, again);
}

/// A store to an element that may be this one stands behind its last access: x[k] behind x[0] = …
bool BlockBuilder::may_be_overwritten(int array, const Cell& cell) {
  const std::vector<MemoryEvent>& events = events_[array];
  if (!mixed_[array]) return false;  // elements of one shape are the same or different ones
  GraphAccess access;
  access.array = array;
  access.first_index = cell.first_index;
  const int* last = last_event_.find(element_key(access));
  if (!last || *last < 0 || events[*last].access < 0) return false;
  access = graph_.accesses[events[*last].access];
  const std::vector<int>& meeting = event_index_[array].find(access, graph_.indices);
  return std::any_of(meeting.begin(), meeting.end(), [&](int n) {
    const MemoryEvent& later = events[n];
    return n > *last && later.writes && !later.call && later.access >= 0 &&
           may_alias(graph_.accesses[later.access], access);
  });
}

int BlockBuilder::load_new(int array, Cell& cell) {
  const MemoryView& memory = view_.memories[array];
  wait_for_address(array, cell, waits_);
  const int number = add_access(array, cell, Role::load);
  order_after_events(array, graph_.accesses[number], waits_, cell.pending >= 0 ? cell.store : -1);
  GraphNode node;
  node.role = Role::load;
  node.op = OpKind::load;
  node.bits = view_.function.arrays[array].element.bits;
  node.latency = memory.load_latency;
  node.out_ns = memory.load_ns;
  if (memory.kind == MemoryView::Kind::memory) node.in_ns = memory.load_ns;  // the address settles as long before
  if (const int among = graph_.accesses[number].banks; memory.kind == MemoryView::Kind::registers && among > 1)
    node.in_ns = node.out_ns = choice_ns(memory, among);
  node.access = number;
  cell.value = static_cast<int>(graph_.add_node(node, waits_));
  see(array, false);
  // No iteration waits for what the first one reads: if the nest stores it, another run of the loop did.
  if (before_loop_) return cell.value;
  cell.load = cell.value;
  record_event(array, {cell.load, false, false, number, -1});
  return cell.load;
}

bool BlockBuilder::holds_here(const Cell& cell) const {
  return std::any_of(scopes_.begin(), scopes_.end(),
                     [&](const Scope& scope) { return scope.number == cell.store_scope; });
}

int BlockBuilder::resolve(int array, const std::vector<Index>& indices) {
  Cell& cell = find_cell(array, indices);
  waits_.clear();
  const int before = cell.value >= 0 ? cell.value : load_new(array, cell);
  const int bits = view_.function.arrays[array].element.bits;
  cell.value = select(cell.condition, cell.pending, before, bits);
  cell.pending = -1;
  return cell.value;
}

/// Replaces the stores of an element on both sides of a branch by one store of a selected value after the branch.
/// Returns false if only one side stores it.
bool BlockBuilder::store_of_both_sides(int array, const std::vector<Index>& indices, int value) {
  if (scopes_.empty() || scopes_.back().then_number < 0) return false;
  const Cell& other = find_cell(array, indices);
  if (other.store < 0 || other.store_scope != scopes_.back().then_number) return false;
  const int bits = view_.function.arrays[array].element.bits;
  const int first = graph_.edges_of(graph_.nodes[other.store]).front().from;
  const int both = select(scopes_.back().condition, first, value, bits);
  Scope scope = std::move(scopes_.back());
  scopes_.pop_back();
  drop_store(array, indices);
  store(array, indices, both);
  scopes_.push_back(std::move(scope));
  return true;
}

void BlockBuilder::store(int array, const std::vector<Index>& indices, int value) {
  std::vector<GraphEdge>& waits = store_waits_;
  waits.assign(1, {value, GraphEdge::Kind::value});
  for (const Index& index : indices) {
    if (is_computed(index)) waits.push_back({evaluate(index.value), GraphEdge::Kind::value});
  }
  for (const Scope& scope : scopes_) waits.push_back({scope.condition, GraphEdge::Kind::value});
  if (store_of_both_sides(array, indices, value)) return;
  const int scope = scopes_.empty() ? 0 : scopes_.back().number;
  const int condition = scopes_.empty() ? -1 : scope_condition();
  if (condition >= 0) {
    const Cell& known = find_cell(array, indices);
    if (known.pending >= 0 && known.store_scope != scope) resolve(array, indices);
  }
  Cell& cell = find_cell(array, indices);
  const int overwritten = cell.store;
  wait_for_address(array, cell, waits);
  const int number = add_access(array, cell, Role::store);
  order_after_events(array, graph_.accesses[number], waits);
  if (overwritten >= 0 && (scope == 0 || scope == cell.store_scope)) {
    // The earlier store is dead: the element is overwritten before any access can read it.
    drop_store(array, indices);
    std::erase_if(waits, [&](const GraphEdge& e) { return e.from == overwritten; });
  }
  GraphNode node;
  node.role = Role::store;
  node.op = OpKind::constant;
  node.in_ns = view_.memories[array].store_ns;
  // A bus write consists of request, data and acknowledgement (2022.2: a store of a constant takes 8 states). The
  // request for a computed value is sent one state before the value is available.
  if (view_.memories[array].kind == MemoryView::Kind::bus)
    node.latency =
        bus_write_states - (graph_.nodes[value].role == Role::source ? 0 : 1) + view_.memories[array].bus_latency;
  else if (branches_to_bank(graph_.accesses[number]))
    node.latency = bank_branch_states;
  node.access = number;
  cell.store = static_cast<int>(graph_.add_node(node, waits));
  cell.store_scope = scope;
  if (condition < 0) {
    cell.value = value;
    cell.pending = -1;
  } else {
    cell.pending = value;
    cell.condition = condition;
  }
  record_event(array, {cell.store, true, false, number, -1});
  see(array, true);
}

bool BlockBuilder::branches_to_bank(const GraphAccess& stored) const {
  const MemoryView& memory = view_.memories[stored.array];
  return memory.kind == MemoryView::Kind::memory && stored.banks > 1 && pipelined_.loops.empty() &&
         std::none_of(graph_.nodes.begin(), graph_.nodes.end(),
                      [](const GraphNode& node) { return node.role == Role::call; });
}

void BlockBuilder::drop_store(int array, const std::vector<Index>& indices) {
  Cell& cell = find_cell(array, indices);
  const int dropped = cell.store;
  graph_.nodes[dropped].remove_store();
  for (MemoryEvent& event : events_[array]) {
    if (event.node == dropped) event.node = event.access = -1;
  }
  cell.store = -1;
  cell.pending = -1;
}

/// Reads the next element of a stream. An array that a directive makes a stream delivers each element once, so that
/// later reads of the element use the same value.
int BlockBuilder::read_stream(int array, const std::vector<Index>& indices) {
  if (!view_.function.arrays[array].fifo) return stream_access(array, indices, Role::load, -1);
  const Cell& known = find_cell(array, indices);
  if (known.value >= 0 && known.store_scope == 0) return known.value;
  const int read = stream_access(array, indices, Role::load, -1);
  if (scopes_.empty()) find_cell(array, indices).value = read;
  return read;
}

int BlockBuilder::stream_access(int array, const std::vector<Index>& indices, Role role, int value) {
  std::vector<GraphEdge> waits;
  if (value >= 0) waits.push_back({value, GraphEdge::Kind::value});
  for (const Scope& scope : scopes_) waits.push_back({scope.condition, GraphEdge::Kind::value});
  // Elements of a stream stay in order, one per cycle; the streams of an array are independent of each other.
  const Cell cell = find_cell(array, indices);
  auto& events = events_[array];
  for (auto at = events.rbegin(); at != events.rend(); ++at) {
    if (at->node < 0) continue;
    const bool same = at->access < 0 || graph_.accesses[at->access].first_index == cell.first_index;
    if (!same) continue;
    waits.push_back({at->node, GraphEdge::Kind::with});
    break;
  }
  GraphNode node;
  node.role = role;
  node.op = OpKind::load;
  node.bits = role == Role::load ? view_.function.arrays[array].element.bits : 0;
  node.access = add_access(array, cell, role);
  const int n = static_cast<int>(graph_.add_node(node, waits));
  record_event(array, {n, true, false, node.access, -1});
  see(array, role == Role::store);
  return n;
}

}  // namespace pom::dse::estimate
