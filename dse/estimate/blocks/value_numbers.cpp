#include "dse/estimate/blocks/value_numbers.hpp"

#include <algorithm>
#include <bit>

#include "dse/estimate/graph/hash.hpp"
#include "dse/estimate/schedule/functional_units.hpp"

namespace pom::dse::estimate {

namespace {

/// Latency in states of a "mac_muladd" core: two for the product, one for the sum.
constexpr int multiply_add_latency = 3;
constexpr int wide_port = 27, narrow_port = 18;
/// Factors up to this width in bits are built of LUTs (2023.2, 8 by 4 bits: six modules of 64 products and sums without
/// a DSP block).
constexpr int fabric_factor = 4;

/// Tells whether a product of narrow integers, which no state ends, takes one DSP block.
bool takes_one_dsp(const Graph& graph, const FunctionView& view, const GraphNode& product) {
  if (product.role != Role::operation || product.op != OpKind::mul || product.cost < 0 || product.latency > 0)
    return false;
  if (view.function.expressions[product.cost].type.kind != NumberType::Kind::integer) return false;
  int widest = 0, narrowest = wide_port;
  for (const GraphEdge& edge : graph.edges_of(product)) {
    const int bits = graph.nodes[edge.from].bits;
    if (bits == 0) return false;  // a constant
    widest = std::max(widest, bits);
    narrowest = std::min(narrowest, bits);
  }
  return widest <= wide_port && narrowest <= narrow_port && narrowest > fabric_factor;
}

/// Lets a sum of a product of narrow integers share the product's DSP block.
void join_multiply_add(Graph& graph, const FunctionView& view, const Expression& sum,
                       const ValueNumbers::Operands& operands) {
  const bool adds = (sum.op == OpKind::add || sum.op == OpKind::sub) && sum.type.kind == NumberType::Kind::integer;
  if (!adds || sum.operands.size() != 2) return;
  for (std::size_t n = 0; n < 2; ++n) {
    GraphNode& product = graph.nodes[operands[n]];
    if (!takes_one_dsp(graph, view, product)) continue;
    product.latency = multiply_add_latency;
    product.multiply_add = true;
    product.out_ns = 0;
    return;
  }
}

/// Describes the operation. `folded`: its operands are constants, so that the tool computes it.
GraphNode describe_operation(const FunctionView& view, int expression, bool folded, BranchSides sides) {
  const Expression& e = view.function.expressions[expression];
  const devices::OperatorCost& cost = view.costs[expression];
  GraphNode node;
  node.in_ns = static_cast<float>(cost.latency > 0 ? cost.delay_in_ns : cost.delay_ns);
  if (folded) {
    node.role = Role::source;
  } else {
    node.op = e.op;
    node.bits = is_comparison(e.op) ? 1 : e.op == OpKind::cast ? view.bits[expression] : e.type.bits;
    node.cost = expression;
    node.latency = cost.latency;
    node.out_ns = static_cast<float>(cost.delay_ns);
    if (node.latency > 0) node.unit = unit_kind(e.op, e.type);
  }
  if (!sides.empty()) {
    node.otherwise = sides.back().then_number >= 0;
    node.branch = node.otherwise ? sides.back().then_number : sides.back().number;
  }
  return node;
}

}  // namespace

int ValueNumbers::leaf(Graph& graph, const Expression& e) {
  const std::uint64_t key = mix(mix(static_cast<std::uint64_t>(e.op) + 1, static_cast<std::uint64_t>(e.loop)),
                                std::bit_cast<std::uint64_t>(e.constant));
  const auto [known, fresh] = nodes_.try_emplace(key, -1);
  if (!fresh) return known;
  GraphNode node;
  node.role = Role::source;
  node.op = e.op;
  node.bits = e.op == OpKind::constant ? 0 : e.type.bits;
  return known = static_cast<int>(graph.add_node(node, {}));
}

int ValueNumbers::operation(Graph& graph, const FunctionView& view, int expression, const Operands& operands,
                            BranchSides sides, bool is_pipelined) {
  const Expression& e = view.function.expressions[expression];
  const std::size_t count = std::min(e.operands.size(), operands.size());
  std::uint64_t key = mix(static_cast<std::uint64_t>(e.op) + 1000, static_cast<std::uint64_t>(e.type.bits));
  key = mix(key, static_cast<std::uint64_t>(e.type.kind));
  bool folded = count > 0;
  for (std::size_t n = 0; n < count; ++n) {
    key = mix(key, static_cast<std::uint64_t>(operands[n]));
    folded = folded && graph.nodes[operands[n]].is_constant();
  }
  const auto [known, fresh] = nodes_.try_emplace(key, -1);
  if (!fresh) return known;
  if (!folded && is_pipelined) join_multiply_add(graph, view, e, operands);
  waits_.clear();
  for (std::size_t n = 0; n < count; ++n) waits_.push_back({operands[n], GraphEdge::Kind::value});
  return known = static_cast<int>(graph.add_node(describe_operation(view, expression, folded, sides), waits_));
}

}  // namespace pom::dse::estimate
