#include <algorithm>

#include "dse/estimate/area/control.hpp"
#include "dse/estimate/compose/function_estimator.hpp"
#include "dse/estimate/compose/loop_report.hpp"
#include "dse/estimate/frontend/loop_shape.hpp"

namespace pom::dse::estimate {

namespace {

std::vector<char> find_written(const Kernel&, const Function&, const std::vector<Node>&);

void mark_call(const Kernel& kernel, const Call& call, std::vector<char>& written) {
  const Function& callee = kernel.functions[call.function];
  const std::vector<char> inside = find_written(kernel, callee, callee.body);
  for (std::size_t p = 0; p < call.arrays.size() && p < callee.parameters.size(); ++p) {
    if (call.arrays[p] >= 0 && inside[callee.parameters[p]]) written[call.arrays[p]] = 1;
  }
}

void mark_written(const Kernel& kernel, const std::vector<Node>& body, std::vector<char>& written) {
  for (const Node& node : body) {
    if (node.kind == Node::Kind::assignment) {
      written[node.assignment.array] = 1;
    } else if (node.kind == Node::Kind::branch) {
      mark_written(kernel, node.branch.then, written);
      mark_written(kernel, node.branch.otherwise, written);
    } else if (node.kind == Node::Kind::call) {
      mark_call(kernel, node.call, written);
    } else {
      mark_written(kernel, node.loop.body, written);
    }
  }
}

/// Finds the arrays that a body may write, by array.
std::vector<char> find_written(const Kernel& kernel, const Function& function, const std::vector<Node>& body) {
  std::vector<char> written(function.arrays.size());
  mark_written(kernel, body, written);
  return written;
}

/// From this trip count on, an innermost loop that is not pipelined takes two states more per iteration if it adds a
/// product to a sum in memory (the POM paper's baselines, 2022.1, xc7z020). The cause is not known; stencils, which
/// store elsewhere, do not show it.
constexpr std::int64_t long_accumulation = 1024;
constexpr int long_accumulation_states = 2;

bool is_element(const Expression& e, const Assignment& assignment) {
  return e.op == OpKind::load && e.array == assignment.array && e.indices == assignment.indices;
}

bool accumulates_products(const Function& function, const std::vector<Node>& body) {
  const auto at = [&](int e) -> const Expression& { return function.expressions[e]; };
  return std::any_of(body.begin(), body.end(), [&](const Node& node) {
    if (node.kind != Node::Kind::assignment || node.assignment.indices.empty()) return false;
    const Expression& sum = at(node.assignment.value);
    if (sum.op != OpKind::add || sum.operands.size() != 2) return false;
    const Expression &a = at(sum.operands[0]), &b = at(sum.operands[1]);
    return (is_element(a, node.assignment) && b.op == OpKind::mul) ||
           (is_element(b, node.assignment) && a.op == OpKind::mul);
  });
}

}  // namespace

void FunctionEstimator::add_sequential_loop(Body& body, const Loop& first) {
  const FlatNest nest = state_.options.automatic_pipelining ? find_sequential_nest(first, view_) : FlatNest{&first};
  const Loop& loop = *nest.back();
  const std::int64_t factor = unroll_factor(loop);
  const std::size_t reported = state_.qor.loops.size();
  state_.qor.loops.emplace_back();
  Body inside(view_, unrolling_, hardware_);
  enclosing_.enter(nest, find_written(state_.kernel, function_, loop.body));
  for (const Loop* outer : nest) unrolling_.run(outer->id, symbol_of(*outer, unroll_factor(*outer), unrolling_));
  for (std::int64_t copy = 0; copy < factor; ++copy) {
    if (factor > 1) bind_copy(unrolling_, loop, copy);
    add_nodes(inside, loop.body);
  }
  inside.close_block();
  for (const Loop* outer : nest) unrolling_.unbind(outer->id);
  const EnclosingNest around = enclosing_.leave();
  for (const HoistedLoad& load : around.loads) body.block().load_before(load);
  body.close_block();
  Cycles iteration = inside.total();
  if (!state_.options.automatic_pipelining && loop.trip.max >= long_accumulation &&
      accumulates_products(function_, loop.body))
    iteration += Cycles::of(long_accumulation_states);
  TripCount trip = divide(loop.trip, factor);
  for (std::size_t n = 0; n + 1 < nest.size(); ++n) trip = multiply(trip, nest[n]->trip);
  const Cycles latency = scale(iteration, trip);
  body.add_cycles(latency);
  body.add_parts(inside);
  body.add_usage(measure_counter(trip.max, state_.target));
  state_.qor.loops[reported] = describe_loop(function_, nest, trip, iteration.max, latency);
  for (const HoistedLoad& store : around.stores) body.block().store_after(store);
}

}  // namespace pom::dse::estimate
