#include "dse/estimate/area/operators.hpp"

#include <algorithm>
#include <map>

#include "dse/estimate/area/operand_inputs.hpp"
#include "dse/estimate/area/products.hpp"
#include "dse/estimate/area/sums.hpp"

namespace pom::dse::estimate {

namespace {

bool same_operator(const OperatorUse& a, const OperatorUse& b) {
  return a.op == b.op && a.type == b.type && a.own == b.own && a.without_dsp == b.without_dsp &&
         a.cost.latency == b.cost.latency && a.cost.dsp == b.cost.dsp;
}

OperatorUse& find_use(std::vector<OperatorUse>& uses, const OperatorUse& like) {
  const auto at = std::find_if(uses.begin(), uses.end(), [&](const OperatorUse& u) { return same_operator(u, like); });
  if (at != uses.end()) return *at;
  uses.push_back(like);
  uses.back().instances = uses.back().operations = 0;
  uses.back().users.clear();
  return uses.back();
}

ModuleUse& find_module(std::vector<ModuleUse>& uses, const ModuleUse& like) {
  const auto at =
      std::find_if(uses.begin(), uses.end(), [&](const ModuleUse& use) { return use.function == like.function; });
  if (at != uses.end()) return *at;
  uses.push_back(like);
  uses.back().instances = 0;
  return uses.back();
}

void add_unshared(Usage& to, const Usage& from) {
  to.expression_lut += from.expression_lut;
  to.expression_ff += from.expression_ff;
  to.expression_dsp += from.expression_dsp;
  to.register_ff += from.register_ff;
  to.register_lut += from.register_lut;
  to.multiplexer_lut += from.multiplexer_lut;
  to.control_lut += from.control_lut;
  to.control_ff += from.control_ff;
  to.memories += from.memories;
}

/// Tells whether the number of instances is limited: the tool delays float operations until a unit is free. An integer
/// multiplier serves operations that happen to start in different states.
bool is_limited(const OperatorUse& use) { return use.type.is_float(); }

/// Tells whether the node selects the value that a variable has after a branch.
bool is_selection(const GraphNode& node) {
  return node.role == Role::operation && node.cost < 0 && node.op == OpKind::select;
}

double compare_lut(int bits, const devices::Target& target) {
  return devices::find_operator(target, devices::integer_key(OpKind::eq, bits)).reported_lut;
}

/// Computes the LUTs of the NaN test next to a float comparison (reports count the comparison itself as free): exponent
/// and mantissa of each operand that is no constant, and four LUTs for gates.
double classify_lut(const Graph& graph, const GraphNode& node, const Expression& e, const devices::Target& target) {
  if (!is_comparison(e.op) || !e.type.is_float()) return 0;
  const int mantissa = e.type.bits > 32 ? 52 : 23, exponent = e.type.bits > 32 ? 11 : 8;
  double lut = 0;
  for (const GraphEdge& edge : graph.edges_of(node)) {
    const GraphNode& from = graph.nodes[edge.from];
    if (from.is_constant()) continue;
    lut += compare_lut(exponent, target) + compare_lut(mantissa, target) + 2;
  }
  return lut + 4;
}

/// Tells whether the comparison is a sign test, "< 0" or ">= 0": one bit of the operand.
bool is_sign_test(const std::vector<Expression>& expressions, const Expression& e) {
  if ((e.op != OpKind::lt && e.op != OpKind::ge) || e.type.is_float() || e.operands.size() != 2) return false;
  const Expression& right = expressions[e.operands[1]];
  return right.op == OpKind::constant && right.constant == 0;
}

bool is_built(const GraphNode& node) { return node.role == Role::operation && node.cost >= 0; }

/// Sums and differences use the same operator.
OpKind operator_of(const GraphNode& node) { return node.op == OpKind::sub ? OpKind::add : node.op; }

/// Tells whether the operators of the use compute the node.
bool computes(const OperatorUse& use, const GraphNode& node, const std::vector<Expression>& expressions) {
  return is_built(node) && expressions[node.cost].type == use.type && operator_of(node) == use.op &&
         node.without_dsp == use.without_dsp;
}

/// Tells whether the sum is computed in the DSP of its product.
bool ends_multiply_add(const Graph& graph, const GraphNode& node) {
  for (const GraphEdge& edge : graph.edges_of(node)) {
    const GraphNode& from = graph.nodes[edge.from];
    if (from.multiply_add && (node.op == OpKind::add || node.op == OpKind::sub)) return true;
  }
  return false;
}

}  // namespace

/// Float units belong to the function and serve its loops in turn. Integer units belong to the loops' modules, which do
/// not share them (2025.1: 16 loops of one product after the other, 32 DSP blocks).
void Usage::add_sequential(const Usage& other) {
  for (const OperatorUse& use : other.operators) {
    OperatorUse& mine = find_use(operators, use);
    const bool in_module = !use.type.is_float() && !use.own;
    mine.instances = in_module ? mine.instances + use.instances : std::max(mine.instances, use.instances);
    mine.operations += use.operations;
    mine.users = join_in_turn(mine.users, use.users);
  }
  for (const ModuleUse& use : other.modules) {
    ModuleUse& mine = find_module(modules, use);
    mine.instances = std::max(mine.instances, use.instances);
  }
  add_unshared(*this, other);
}

void Usage::add_concurrent(const Usage& other) {
  for (const OperatorUse& use : other.operators) {
    OperatorUse& mine = find_use(operators, use);
    mine.instances += use.instances;
    mine.operations += use.operations;
    mine.users = join_at_once(mine.users, use.users);
  }
  for (const ModuleUse& use : other.modules) find_module(modules, use).instances += use.instances;
  add_unshared(*this, other);
}

void add_operators(Usage& usage, const Graph& graph, const BlockSchedule& schedule,
                   const std::vector<devices::OperatorCost>& costs, const std::vector<Expression>& expressions,
                   const devices::Target& target, int interval) {
  std::vector<std::vector<std::int64_t>> starts;   // by operator and state
  std::map<std::size_t, std::int64_t> invariants;  // by operator
  const auto state_of = [&](std::size_t n) { return interval > 0 ? schedule.start[n] % interval : schedule.start[n]; };
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const GraphNode& node = graph.nodes[n];
    if (is_selection(node)) usage.expression_lut += std::max(node.bits, 2);
    if (!is_built(node)) continue;
    usage.expression_lut += classify_lut(graph, node, expressions[node.cost], target);
    if (is_sign_test(expressions, expressions[node.cost])) continue;
    const Expression& e = expressions[node.cost];
    const devices::OperatorCost cost =
        node.without_dsp ? devices::find_adder_without_dsp(target, node.op, e.type) : costs[node.cost];
    if (node.multiply_add) ++usage.expression_dsp;
    if (node.multiply_add || ends_multiply_add(graph, node) || is_own_product(node, costs, expressions, target))
      continue;
    if (!cost.shared) {
      usage.expression_lut += cost.reported_lut;
      usage.expression_ff += cost.reported_ff;
      usage.expression_dsp += cost.dsp;
      continue;
    }
    OperatorUse like;
    like.type = expressions[node.cost].type;
    like.op = operator_of(node);
    like.own = interval == 0 && !like.type.is_float();
    like.without_dsp = node.without_dsp;
    like.cost = cost;
    OperatorUse& use = find_use(usage.operators, like);
    ++use.operations;
    const auto which = static_cast<std::size_t>(&use - usage.operators.data());
    if (starts.size() <= which) starts.resize(which + 1);
    const auto state = static_cast<std::size_t>(state_of(n));
    if (starts[which].size() <= state) starts[which].resize(state + 1);
    use.instances = std::max({use.instances, ++starts[which][state], node.invariant ? ++invariants[which] : 0});
  }
  for (OperatorUse& use : usage.operators) {
    if (interval > 0 && is_limited(use)) {
      const int found = schedule.units[unit_kind(use.op, use.type)];
      use.instances = std::max<std::int64_t>(found, (use.operations + interval - 1) / interval);
    }
    use.users = {{use.instances, 1}};
  }
  usage.expression_lut -= three_operand_savings(graph, costs);
}

std::vector<OperatorUse> operators_beside(const Usage& block, const Graph& graph, const BlockSchedule& schedule,
                                          const std::vector<devices::OperatorCost>& costs,
                                          const std::vector<Expression>& expressions, int state) {
  std::vector<OperatorUse> beside;
  for (const OperatorUse& use : block.operators) {
    if (!use.type.is_float()) continue;
    std::map<int, std::int64_t> starts;
    for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
      const GraphNode& node = graph.nodes[n];
      if (!computes(use, node, expressions) || schedule.start[n] > state + 1 ||
          schedule.start[n] + costs[node.cost].latency <= state)
        continue;
      ++starts[schedule.start[n]];
    }
    if (starts.empty()) continue;
    beside.push_back(use);
    beside.back().instances = 0;
    for (const auto& [start, count] : starts) beside.back().instances = std::max(beside.back().instances, count);
    beside.back().operations = 0;
    beside.back().users = {{beside.back().instances, 1}};
  }
  return beside;
}

void add_operand_multiplexers(Usage& usage, const Graph& graph, const BlockRegisters& registers,
                              const std::vector<Expression>& expressions, const devices::Target& target) {
  for (const OperatorUse& use : usage.operators) {
    if (use.instances <= 0 || use.operations <= use.instances) continue;
    OperandInputs operands[2];
    for (const GraphNode& node : graph.nodes) {
      if (!computes(use, node, expressions)) continue;
      const std::span<const GraphEdge> edges = graph.edges_of(node);
      for (std::size_t e = 0; e < std::min<std::size_t>(edges.size(), 2); ++e)
        operands[e].add(edges[e].from, registers);
    }
    for (const OperandInputs& operand : operands)
      usage.multiplexer_lut += operand.lut(registers, use.operations, use.instances, target);
  }
}

}  // namespace pom::dse::estimate
