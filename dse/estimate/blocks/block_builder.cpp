#include "dse/estimate/blocks/block_builder.hpp"

#include "dse/estimate/blocks/call_order.hpp"
#include "dse/estimate/blocks/iteration_passes.hpp"
#include "dse/estimate/blocks/known_condition.hpp"
#include "dse/estimate/graph/hash.hpp"
#include "dse/kernel/visit_parts.hpp"

namespace pom::dse::estimate {

BlockBuilder::BlockBuilder(const FunctionView& view, Unrolling& unrolling, Graph& graph, PipelinedLoops pipelined)
    : view_(view),
      unrolling_(unrolling),
      graph_(graph),
      pipelined_(std::move(pipelined)),
      accesses_(view, unrolling, graph, pipelined_) {
  clear();
}

void BlockBuilder::clear() {
  graph_.clear();
  values_.clear();
  variables_.clear(view_.function.arrays.size());
  accesses_.clear();
  sides_.clear();
  side_numbers_ = 0;
}

int BlockBuilder::evaluate(int expression) {
  const Expression& e = view_.function.expressions[expression];
  // A memory is asked once for an element that is read twice; a FIFO gives the next one.
  const bool takes = e.op == OpKind::load && view_.memories[e.array].kind == MemoryView::Kind::stream;
  if (e.op <= OpKind::load && !(takes && e.shared)) return evaluate_leaf(e);
  if (e.op == OpKind::select) {
    const auto condition = known_condition(view_.function, e.operands[0], unrolling_);
    if (condition) return evaluate(e.operands[*condition ? 1 : 2]);
  }
  if (!e.shared) return evaluate_operation(expression, e);
  if (const auto known = shared_values_.find(expression); known != shared_values_.end()) return known->second;
  return shared_values_[expression] = takes ? evaluate_leaf(e) : evaluate_operation(expression, e);
}

int BlockBuilder::evaluate_leaf(const Expression& e) {
  if (e.op != OpKind::load) return values_.leaf(graph_, e);
  if (view_.memories[e.array].kind == MemoryView::Kind::stream)
    return accesses_.read_stream(find_element(e.array, e.indices), sides_);
  return e.indices.empty() ? read_variable(e.array, e.type.bits) : load(e.array, e.indices);
}

int BlockBuilder::evaluate_operation(int expression, const Expression& e) {
  ValueNumbers::Operands operands{-1, -1, -1};
  for (std::size_t n = 0; n < e.operands.size() && n < operands.size(); ++n) operands[n] = evaluate(e.operands[n]);
  return values_.operation(graph_, view_, expression, operands, sides_, !pipelined_.loops.empty());
}

int BlockBuilder::read_variable(int array, int bits) {
  if (const int known = variables_.value(array); known >= 0) return known;
  accesses_.log().note(array, false);
  return variables_.enter(graph_, array, bits);
}

Linear BlockBuilder::value_of(const Index& index) {
  Linear value = unrolling_.evaluate(index);
  if (!value.opaque || index.value < 0) return value;
  const std::optional<Linear> known = known_value(view_.function, index.value, unrolling_);
  return known ? *known : value;
}

/// What an index is that no loops alone decide. Equal computations give one element as long as nothing has been stored;
/// behind a store, each access has an element of its own.
Linear BlockBuilder::computed_index(int array, const Index& index) {
  constexpr std::int64_t not_of_loops = 1LL << 40;  // no constant of an affine index
  Linear value;
  value.opaque = true;
  if (index.value < 0 || accesses_.log().is_stored(array)) {
    value.constant = -not_of_loops - static_cast<std::int64_t>(accesses_.elements().size());
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

int BlockBuilder::find_element(int array, const std::vector<Index>& indices) {
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
  return accesses_.find(array, scratch_);
}

std::vector<GraphEdge> BlockBuilder::evaluate_indices(const std::vector<Index>& indices) {
  std::vector<GraphEdge> edges;
  for (const Index& index : indices) {
    const bool is_computed = index.opaque && index.value >= 0 && value_of(index).opaque;
    if (is_computed) edges.push_back({evaluate(index.value), GraphEdge::Kind::value});
  }
  return edges;
}

int BlockBuilder::load(int array, const std::vector<Index>& indices) {
  const int element = find_element(array, indices);
  if (const int known = accesses_.known_value(element, sides_); known >= 0) return known;
  const std::vector<GraphEdge> address = evaluate_indices(indices);
  return before_loop_ ? accesses_.load_first(element, address) : accesses_.load(element, address);
}

void BlockBuilder::store(int array, const std::vector<Index>& indices, int value) {
  const std::vector<GraphEdge> address = evaluate_indices(indices);
  accesses_.store(find_element(array, indices), value, address, sides_);
}

void BlockBuilder::add(const Assignment& assignment) {
  shared_values_.clear();
  const int value = evaluate(assignment.value);
  if (view_.memories[assignment.array].kind == MemoryView::Kind::stream) {
    accesses_.write_stream(find_element(assignment.array, assignment.indices), value, sides_);
  } else if (assignment.indices.empty()) {
    variables_.assign(assignment.array, value);
    accesses_.log().note(assignment.array, true);
  } else {
    store(assignment.array, assignment.indices, value);
  }
}

void BlockBuilder::add_first(const Assignment& assignment) {
  shared_values_.clear();
  before_loop_ = true;
  const int value = evaluate(assignment.value);
  before_loop_ = false;
  const NumberType& type = view_.function.arrays[assignment.array].element;
  const int before = read_variable(assignment.array, type.bits);
  GraphNode first;
  first.role = Role::source;
  first.bits = 1;
  const int condition = static_cast<int>(graph_.add_node(first, {}));
  const int choice = add_select(graph_, view_.target, condition, value, before, type.bits);
  if (pipelined_.late_choices && type.is_float()) graph_.nodes[choice].latency = 1;
  variables_.replace(assignment.array, choice);
}

std::optional<bool> BlockBuilder::known(int condition) const {
  return known_condition(view_.function, condition, unrolling_);
}

void BlockBuilder::begin_branch(int condition) {
  shared_values_.clear();
  const int node = evaluate(condition);
  variables_.begin_branch();
  sides_.push_back({node, ++side_numbers_, -1, condition});
}

void BlockBuilder::begin_otherwise() {
  variables_.begin_otherwise();
  BranchSide& side = sides_.back();
  side.then_number = side.number;
  side.number = ++side_numbers_;
}

void BlockBuilder::end_branch() {
  const BranchSide side = sides_.back();
  sides_.pop_back();
  variables_.end_branch(graph_, view_, side);
}

int BlockBuilder::add_call(int callee, const std::vector<AccessSummary>& accesses, const Surroundings& around,
                           int earlier) {
  std::vector<GraphEdge> waits;
  if (earlier >= 0) waits.push_back({earlier, GraphEdge::Kind::after});
  std::vector<int> loads;
  for (const HoistedLoad& load : around.hoisted) loads.push_back(load_before(load));
  add_invariants(graph_, around, loads, waits);
  for (const Burst& burst : around.bursts)
    waits.push_back({add_request(graph_, accesses_.log(), view_.memories, burst), GraphEdge::Kind::after});
  for (const AccessSummary& summary : accesses) {
    wait_for_accesses(accesses_.log(), view_.memories, summary, waits);
    const int value = variables_.value(summary.array);
    if (summary.reads && value >= 0) waits.push_back({value, GraphEdge::Kind::value});
  }
  GraphNode node;
  node.role = Role::call;
  node.latency = 1;
  node.callee = callee;
  const int call = static_cast<int>(graph_.add_node(node, waits));
  for (const AccessSummary& summary : accesses) {
    if (summary.writes && view_.memories[summary.array].kind == MemoryView::Kind::variable) {
      // An unused result takes no state.
      GraphNode result;
      result.role = Role::source;
      result.bits = view_.function.arrays[summary.array].element.bits;
      variables_.assign(summary.array, static_cast<int>(graph_.add_node(result, {{call, GraphEdge::Kind::after}})));
    }
    accesses_.call(call, summary);
  }
  for (const HoistedLoad& element : around.sunk) store_after(element, call);
  for (const Burst& burst : around.bursts) {
    if (burst.writes) add_acknowledgement(graph_, view_.memories, burst, call);
  }
  return call;
}

namespace {

std::vector<Index> indices_of(const HoistedLoad& element) {
  std::vector<Index> indices;
  for (const Linear& linear : element.indices) {
    Index index;
    index.constant = linear.constant;
    index.opaque = linear.opaque;
    index.terms.assign(linear.terms.begin(), linear.terms.begin() + linear.count);
    indices.push_back(index);
  }
  return indices;
}

}  // namespace

int BlockBuilder::load_before(const HoistedLoad& element) { return load(element.array, indices_of(element)); }

void BlockBuilder::store_after(const HoistedLoad& element, int module) {
  GraphNode value;
  value.role = module < 0 ? Role::source : Role::operation;
  value.bits = element.bits;
  std::vector<GraphEdge> waits;
  if (module >= 0) waits.push_back({module, GraphEdge::Kind::after});
  const int n = static_cast<int>(graph_.add_node(value, waits));
  store(element.array, indices_of(element), n);
}

void BlockBuilder::finish_iteration(const std::vector<DependencePromise>& promises, Surroundings& around) {
  carry_variables(graph_, view_.target, variables_.all());
  finish_accesses(graph_, view_, pipelined_, accesses_.log(), accesses_.elements(), promises, around);
}

std::vector<AccessSummary> BlockBuilder::accesses() const { return summarize_accesses(accesses_.log()); }

std::vector<AccessSummary> BlockBuilder::accesses_inside() const {
  return summarize_iteration(graph_, view_.memories, accesses_.log());
}

}  // namespace pom::dse::estimate
