#include "dse/estimate/products.hpp"

#include <algorithm>
#include <unordered_map>

namespace pom::dse {

namespace {

constexpr int most_shared = 16;

/// Products with a factor in common.
struct Group {
  int products = 0, busiest = 0;
  std::unordered_map<int, int> starts;  // by state
};

/// The factors of a product that are no constants.
template <typename Visit>
void each_factor(const Graph& graph, int product, const Visit& visit) {
  const GraphNode& node = graph.nodes[static_cast<std::size_t>(product)];
  for (int e = node.first_edge; e < node.first_edge + node.edges; ++e) {
    const GraphEdge& edge = graph.edges[static_cast<std::size_t>(e)];
    const GraphNode& from = graph.nodes[static_cast<std::size_t>(edge.from)];
    const bool constant = from.role == Role::source && from.op == OpKind::constant && from.bits == 0;
    if (edge.kind == GraphEdge::Kind::value && !constant) visit(edge.from);
  }
}

void add_multipliers(Usage& usage, const OperatorCost& cost, int multipliers, int products, const Target& target) {
  usage.expression_dsp += multipliers * cost.dsp;
  usage.expression_lut += multipliers * cost.reported_lut;
  usage.expression_ff += multipliers * cost.reported_ff;
  const int each = (products + multipliers - 1) / multipliers;
  if (each > 1) usage.multiplexer_lut += multipliers * multiplexer_lut(target, each + 1, 32);
}

}  // namespace

void add_products(Usage& usage, const Graph& graph, const std::vector<ProductStart>& products,
                  const std::vector<OperatorCost>& costs, const Target& target) {
  const auto cost_of = [&](int node) -> const OperatorCost& {
    return costs[static_cast<std::size_t>(graph.nodes[static_cast<std::size_t>(node)].cost)];
  };
  const bool apart = std::any_of(products.begin(), products.end(), [&](const ProductStart& product) {
    return product.state != products.front().state;
  });
  if (!apart) {
    for (const ProductStart& product : products) add_multipliers(usage, cost_of(product.node), 1, 1, target);
    return;
  }
  std::unordered_map<int, int> uses;  // of a factor
  for (const ProductStart& product : products) each_factor(graph, product.node, [&](int factor) { ++uses[factor]; });
  std::unordered_map<std::int64_t, Group> groups;
  std::vector<std::pair<std::int64_t, int>> order;  // of the groups, with a product of each
  for (const ProductStart& product : products) {
    int common = -1;
    each_factor(graph, product.node, [&](int factor) {
      if (common < 0 || uses[factor] > uses[common]) common = factor;
    });
    const std::int64_t key = std::int64_t{common} * 1024 + cost_of(product.node).dsp;
    const auto [at, fresh] = groups.try_emplace(key);
    if (fresh) order.emplace_back(key, product.node);
    ++at->second.products;
    at->second.busiest = std::max(at->second.busiest, ++at->second.starts[product.state]);
  }
  for (const auto& [key, node] : order) {
    const Group& group = groups[key];
    const int multipliers = std::max(group.busiest, (group.products + most_shared - 1) / most_shared);
    add_multipliers(usage, cost_of(node), multipliers, group.products, target);
  }
}

}  // namespace pom::dse
