#include "dse/estimate/blocks/block_builder.hpp"

#include <algorithm>

#include "dse/estimate/blocks/known_condition.hpp"
#include "dse/estimate/graph/hash.hpp"
#include "dse/estimate/schedule/functional_units.hpp"

namespace pom::dse::estimate {

BlockBuilder::BlockBuilder(const FunctionView& view, Unrolling& unrolling, Graph& graph, PipelinedLoops pipelined)
    : view_(view), unrolling_(unrolling), graph_(graph), pipelined_(std::move(pipelined)) {
  clear();
}

void BlockBuilder::clear() {
  graph_.clear();
  variables_.assign(view_.function.arrays.size(), {});
  events_.assign(view_.function.arrays.size(), {});
  event_index_.assign(view_.function.arrays.size(), {});
  ordering_.assign(view_.function.arrays.size(), false);
  shapes_.assign(view_.function.arrays.size(), {});
  mixed_.assign(view_.function.arrays.size(), false);
  last_event_.clear();
  seen_.assign(view_.function.arrays.size(), {});
  cells_.clear();
  cell_by_hash_.clear();
  operation_by_hash_.clear();
  scopes_.clear();
  scope_numbers_ = 0;
  address_ = -1;
  adders_.clear();
  remainders_.clear();
}

void BlockBuilder::see(int array, bool writes) {
  AccessSummary& summary = seen_[array];
  summary.array = array;
  (writes ? summary.writes : summary.reads) = true;
}

int BlockBuilder::read_variable(int array, int bits) {
  Variable& variable = variables_[array];
  if (variable.value >= 0) return variable.value;
  see(array, false);
  GraphNode node;
  node.role = Role::source;
  node.bits = bits;
  variable.entry = variable.value = static_cast<int>(graph_.add_node(node, {}));
  return variable.value;
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
  if (e.op == OpKind::load) {
    const MemoryView& memory = view_.memories[e.array];
    if (memory.kind == MemoryView::Kind::stream) return read_stream(e.array, e.indices);
    if (e.indices.empty()) return read_variable(e.array, e.type.bits);
    return load(e.array, e.indices);
  }
  const std::uint64_t key = mix(mix(static_cast<std::uint64_t>(e.op) + 1, static_cast<std::uint64_t>(e.loop)),
                                std::bit_cast<std::uint64_t>(e.constant));
  const auto [known, fresh] = operation_by_hash_.try_emplace(key, -1);
  if (!fresh) return known;
  GraphNode node;
  node.role = Role::source;
  node.op = e.op;
  node.bits = e.op == OpKind::constant ? 0 : e.type.bits;
  return known = static_cast<int>(graph_.add_node(node, {}));
}

int BlockBuilder::evaluate_operation(int expression, const Expression& e) {
  int operands[3] = {-1, -1, -1};
  std::uint64_t key = mix(static_cast<std::uint64_t>(e.op) + 1000, static_cast<std::uint64_t>(e.type.bits));
  key = mix(key, static_cast<std::uint64_t>(e.type.kind));
  bool constant = !e.operands.empty();
  for (std::size_t n = 0; n < e.operands.size() && n < 3; ++n) {
    operands[n] = evaluate(e.operands[n]);
    key = mix(key, static_cast<std::uint64_t>(operands[n]));
    constant = constant && graph_.nodes[operands[n]].is_constant();
  }
  const auto [known, fresh] = operation_by_hash_.try_emplace(key, -1);
  if (!fresh) return known;
  if (!constant) join_multiply_add(e, operands);
  waits_.clear();
  for (std::size_t n = 0; n < e.operands.size() && n < 3; ++n) waits_.push_back({operands[n], GraphEdge::Kind::value});
  const devices::OperatorCost& cost = view_.costs[expression];
  GraphNode node;
  node.op = e.op;
  node.role = constant ? Role::source : Role::operation;
  if (constant) node.op = OpKind::constant;
  node.bits = constant ? 0 : is_comparison(e.op) ? 1 : e.op == OpKind::cast ? view_.bits[expression] : e.type.bits;
  node.cost = constant ? -1 : expression;
  node.latency = constant ? 0 : cost.latency;
  node.in_ns = static_cast<float>(cost.latency > 0 ? cost.delay_in_ns : cost.delay_ns);
  node.out_ns = constant ? 0 : static_cast<float>(cost.delay_ns);
  if (node.latency > 0) node.unit = unit_kind(e.op, e.type);
  if (!scopes_.empty()) {
    const Scope& scope = scopes_.back();
    node.otherwise = scope.then_number >= 0;
    node.branch = node.otherwise ? scope.then_number : scope.number;
  }
  return known = static_cast<int>(graph_.add_node(node, waits_));
}

namespace {

/// Latency in states of a "mac_muladd" core: two for the product, one for the sum.
constexpr int multiply_add_latency = 3;
constexpr int wide_port = 27, narrow_port = 18;
/// Factors up to this width in bits are built of LUTs (2023.2, 8 by 4 bits: six modules of 64 products and sums without
/// a DSP block).
constexpr int fabric_factor = 4;

}  // namespace

/// In pipelined loops, a sum of a product of narrow integers shares the product's DSP.
void BlockBuilder::join_multiply_add(const Expression& sum, const int* operands) {
  const bool adds = (sum.op == OpKind::add || sum.op == OpKind::sub) && sum.type.kind == NumberType::Kind::integer;
  if (!adds || pipelined_.loops.empty() || sum.operands.size() != 2) return;
  for (std::size_t n = 0; n < 2; ++n) {
    GraphNode& product = graph_.nodes[operands[n]];
    if (product.role != Role::operation || product.op != OpKind::mul || product.cost < 0 || product.latency > 0)
      continue;
    int widest = 0, narrowest = wide_port;
    bool variable = view_.function.expressions[product.cost].type.kind == NumberType::Kind::integer;
    for (const GraphEdge& edge : graph_.edges_of(product)) {
      const GraphNode& factor = graph_.nodes[edge.from];
      variable = variable && factor.bits > 0;
      widest = std::max(widest, factor.bits);
      narrowest = std::min(narrowest, factor.bits);
    }
    if (!variable || widest > wide_port || narrowest > narrow_port || narrowest <= fabric_factor) continue;
    product.latency = multiply_add_latency;
    product.multiply_add = true;
    product.out_ns = 0;
    return;
  }
}

void BlockBuilder::add(const Assignment& assignment) {
  shared_values_.clear();
  const int value = evaluate(assignment.value);
  const auto array = static_cast<std::size_t>(assignment.array);
  const MemoryView& memory = view_.memories[array];
  if (memory.kind == MemoryView::Kind::stream) {
    stream_access(assignment.array, assignment.indices, Role::store, value);
  } else if (assignment.indices.empty()) {
    variables_[array].value = value;
    variables_[array].written = true;
    see(assignment.array, true);
  } else {
    store(assignment.array, assignment.indices, value);
  }
}

void BlockBuilder::add_first(const Assignment& assignment) {
  shared_values_.clear();
  before_loop_ = true;
  const int value = evaluate(assignment.value);
  before_loop_ = false;
  const int bits = view_.function.arrays[assignment.array].element.bits;
  const int before = read_variable(assignment.array, bits);
  GraphNode first;
  first.role = Role::source;
  first.bits = 1;
  const int condition = static_cast<int>(graph_.add_node(first, {}));
  const int choice = select(condition, value, before, bits);
  if (pipelined_.late_choices && view_.function.arrays[assignment.array].element.is_float())
    graph_.nodes[choice].latency = 1;
  variables_[assignment.array].value = choice;
}

}  // namespace pom::dse::estimate
