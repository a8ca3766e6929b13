#include "dse/estimate/area/products.hpp"

#include <algorithm>
#include <unordered_map>

#include "dse/estimate/area/operand_inputs.hpp"

namespace pom::dse::estimate {

namespace {

constexpr int most_shared = 16;

/// First release in which integer multipliers serve any operations: 16 products at an interval of 8 take two
/// multipliers in 2025.1.
constexpr devices::ToolVersion integers_shared_since{2025, 1};

/// A product and its start state, modulo the interval.
struct ProductStart {
  int node = -1;
  int state = 0;
};

/// Products with a common factor.
struct Group {
  int products = 0, busiest = 0;
  std::unordered_map<int, int> starts;  // by state
  OperandInputs others;                 // the sources of the other factors
};

/// Visits the factors of a product that are not constant.
template <typename Visit>
void each_factor(const Graph& graph, int product, const Visit& visit) {
  const GraphNode& node = graph.nodes[product];
  for (const GraphEdge& edge : graph.edges_of(node)) {
    if (edge.kind == GraphEdge::Kind::value && !graph.nodes[edge.from].is_constant()) visit(edge.from);
  }
}

void add_multipliers(Usage& usage, const devices::OperatorCost& cost, int multipliers) {
  usage.expression_dsp += multipliers * cost.dsp;
  usage.expression_lut += multipliers * cost.reported_lut;
  usage.expression_ff += multipliers * cost.reported_ff;
}

}  // namespace

bool is_own_product(const GraphNode& node, const std::vector<devices::OperatorCost>& costs,
                    const std::vector<Expression>& expressions, const devices::Target& target) {
  if (node.role != Role::operation || node.op != OpKind::mul || node.cost < 0 || node.multiply_add) return false;
  const auto n = static_cast<std::size_t>(node.cost);
  return costs[n].shared && !expressions[n].type.is_float() && target.version < integers_shared_since;
}

void add_products(Usage& usage, const Graph& graph, const BlockSchedule& schedule,
                  const std::vector<devices::OperatorCost>& costs, const std::vector<Expression>& expressions,
                  const BlockRegisters& registers, const devices::Target& target, int interval) {
  const auto cost_of = [&](int node) -> const devices::OperatorCost& {
    return costs[static_cast<std::size_t>(graph.nodes[node].cost)];
  };
  std::vector<ProductStart> products;
  std::unordered_map<int, int> uses;  // by factor
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    if (!is_own_product(graph.nodes[n], costs, expressions, target)) continue;
    if (interval == 1) {
      add_multipliers(usage, cost_of(static_cast<int>(n)), 1);
      continue;
    }
    products.push_back({static_cast<int>(n), interval > 0 ? schedule.start[n] % interval : schedule.start[n]});
    each_factor(graph, static_cast<int>(n), [&](int factor) { ++uses[factor]; });
  }
  std::unordered_map<std::int64_t, Group> groups;
  std::vector<std::pair<std::int64_t, int>> order;  // keys of the groups, each with one of its products
  for (const ProductStart& product : products) {
    int common = -1;
    each_factor(graph, product.node, [&](int factor) {
      if (common < 0 || uses[factor] > uses[common]) common = factor;
    });
    const std::int64_t key = std::int64_t{common} * 1024 + cost_of(product.node).dsp;
    const auto [at, fresh] = groups.try_emplace(key);
    if (fresh) order.emplace_back(key, product.node);
    Group& group = at->second;
    ++group.products;
    group.busiest = std::max(group.busiest, ++group.starts[product.state]);
    each_factor(graph, product.node, [&](int factor) {
      if (factor != common) group.others.add(factor, registers);
    });
  }
  for (const auto& [key, node] : order) {
    const Group& group = groups[key];
    const int multipliers = std::max(group.busiest, (group.products + most_shared - 1) / most_shared);
    add_multipliers(usage, cost_of(node), multipliers);
    usage.multiplexer_lut += group.others.lut(registers, group.products, multipliers, target);
  }
}

}  // namespace pom::dse::estimate
