#include "dse/estimate/usage.hpp"

#include <algorithm>

namespace pom::dse {

namespace {

bool same_operator(const OperatorUse& a, const OperatorUse& b) {
  return a.op == b.op && a.type == b.type && a.cost.latency == b.cost.latency && a.cost.dsp == b.cost.dsp;
}

OperatorUse& find_use(std::vector<OperatorUse>& uses, const OperatorUse& like) {
  const auto at = std::find_if(uses.begin(), uses.end(), [&](const OperatorUse& u) { return same_operator(u, like); });
  if (at != uses.end()) return *at;
  uses.push_back(like);
  uses.back().instances = uses.back().operations = 0;
  return uses.back();
}

void add_unshared(Usage& to, const Usage& from) {
  to.expression_lut += from.expression_lut;
  to.expression_ff += from.expression_ff;
  to.expression_dsp += from.expression_dsp;
  to.register_ff += from.register_ff;
  to.multiplexer_lut += from.multiplexer_lut;
  to.control_lut += from.control_lut;
  to.control_ff += from.control_ff;
}

}  // namespace

void Usage::add_sequential(const Usage& other) {
  for (const OperatorUse& use : other.operators) {
    OperatorUse& mine = find_use(operators, use);
    mine.instances = std::max(mine.instances, use.instances);
    mine.operations += use.operations;
  }
  add_unshared(*this, other);
}

void Usage::add_concurrent(const Usage& other) {
  for (const OperatorUse& use : other.operators) {
    OperatorUse& mine = find_use(operators, use);
    mine.instances += use.instances;
    mine.operations += use.operations;
  }
  add_unshared(*this, other);
}

Usage measure_block(const Graph& graph, const BlockSchedule& schedule, const std::vector<OperatorCost>& costs,
                    const std::vector<Expression>& expressions, const std::vector<MemoryView>&, const Target&,
                    int interval) {
  Usage usage;
  std::vector<std::vector<std::int64_t>> starts;  // by operator, by state of the interval
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const GraphNode& node = graph.nodes[n];
    if (node.role != Role::operation || node.cost < 0) continue;
    const OperatorCost& cost = costs[static_cast<std::size_t>(node.cost)];
    if (!cost.shared) {
      usage.expression_lut += cost.reported_lut;
      usage.expression_ff += cost.reported_ff;
      usage.expression_dsp += cost.dsp;
      continue;
    }
    OperatorUse like;
    like.op = node.op == OpKind::sub ? OpKind::add : node.op;
    like.type = expressions[static_cast<std::size_t>(node.cost)].type;
    like.cost = cost;
    OperatorUse& use = find_use(usage.operators, like);
    ++use.operations;
    const auto which = static_cast<std::size_t>(&use - usage.operators.data());
    if (starts.size() <= which) starts.resize(which + 1);
    const auto state = static_cast<std::size_t>(interval > 0 ? schedule.start[n] % interval : schedule.start[n]);
    if (starts[which].size() <= state) starts[which].resize(state + 1);
    use.instances = std::max(use.instances, ++starts[which][state]);
  }
  // An operator that starts a new operation in each state serves one of each state.
  for (OperatorUse& use : usage.operators) {
    if (interval > 0) use.instances = (use.operations + interval - 1) / interval;
  }
  return usage;
}

}  // namespace pom::dse
