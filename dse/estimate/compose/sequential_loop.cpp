#include <algorithm>

#include "dse/estimate/area/control.hpp"
#include "dse/estimate/compose/region_body.hpp"
#include "dse/estimate/frontend/loop_shape.hpp"

/// Loops that are not pipelined: one iteration starts when the previous one is done.
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

std::vector<const Loop*> FunctionEstimator::find_sequential_nest(const Loop& loop) const {
  std::vector<const Loop*> nest{&loop};
  if (!state_.options.automatic_pipelining) return nest;
  for (;;) {
    const Loop& outer = *nest.back();
    if (outer.body.size() != 1 || outer.body.front().kind != Node::Kind::loop || unroll_factor(outer) > 1) return nest;
    const Loop& inner = outer.body.front().loop;
    const bool bounds_known = inner.lower.size() == 1 && inner.lower.front().is_constant() &&
                              inner.trip.min == inner.trip.max && inner.trip.max > 0;
    if (!bounds_known || inner.dataflow || inner.flatten_off || outer.flatten_off || outer.pipeline_off ||
        inner.pipeline_off)
      return nest;
    if (is_completely_unrolled(inner) || unroll_factor(inner) > 1 || !find_nest(inner).loops.empty()) return nest;
    nest.push_back(&inner);
  }
}

void FunctionEstimator::add_sequential_loop(Region& region, const Loop& first) {
  const std::vector<const Loop*> nest = find_sequential_nest(first);
  const Loop& loop = *nest.back();
  const std::int64_t factor = unroll_factor(loop);
  const std::size_t reported = state_.qor.loops.size();
  state_.qor.loops.emplace_back();
  Region body(view_, unrolling_);
  enclosing_.push_back({nest, find_written(state_.kernel, function_, loop.body), {}, {}});
  for (const Loop* outer : nest) unrolling_.run(outer->id, symbol_of(*outer, unroll_factor(*outer), unrolling_));
  for (std::int64_t copy = 0; copy < factor; ++copy) {
    if (factor > 1) bind_copy(unrolling_, loop, copy);
    add_body(body, loop.body);
  }
  Cycles iteration = finish(body);
  for (const Loop* outer : nest) unrolling_.unbind(outer->id);
  const Enclosing around = std::move(enclosing_.back());
  enclosing_.pop_back();
  for (const HoistedLoad& load : around.loads) region.builder.load_before(load);
  region.total += close_block(region);
  if (!state_.options.automatic_pipelining && loop.trip.max >= long_accumulation &&
      accumulates_products(function_, loop.body))
    iteration += Cycles::of(long_accumulation_states);
  TripCount trip = divide(loop.trip, factor);
  for (std::size_t n = 0; n + 1 < nest.size(); ++n) trip = multiply(trip, nest[n]->trip);
  const Cycles latency = scale(iteration, trip);
  region.total += latency;
  region.usage.add_sequential(body.usage);
  region.usage.add_sequential(measure_counter(trip.max, state_.target));
  merge_accesses(region.accesses, body.accesses);
  LoopEstimate& estimate = state_.qor.loops[reported];
  estimate.function = function_.name;
  for (const Loop* outer : nest) {
    if (outer != &first) estimate.name += "_", estimate.label += "_";
    estimate.name += outer->name;
    estimate.label += outer->label;
  }
  estimate.innermost = nest.back()->label;
  estimate.set_trips(trip);
  estimate.iteration_latency = iteration.max;
  estimate.latency_min = latency.min;
  estimate.latency_max = latency.max;
  estimate.latency_average = latency.average;
  for (const HoistedLoad& store : around.stores) region.builder.store_after(store);
}

/// Moves loads before, or stores after, pipelined loops out of the enclosing loops that do not change them.
void FunctionEstimator::leave_loops(std::vector<HoistedLoad>& elements, Side side) {
  std::erase_if(elements, [&](const HoistedLoad& element) {
    std::size_t level = enclosing_.size();
    while (level > 0 && enclosing_[level - 1].lets_out(element, side)) --level;
    if (level == enclosing_.size()) return false;
    (side == Side::before ? enclosing_[level].loads : enclosing_[level].stores).push_back(element);
    return true;
  });
}

bool FunctionEstimator::Enclosing::lets_out(const HoistedLoad& element, Side side) const {
  for (const Linear& index : element.indices) {
    const bool varies = index.opaque || std::any_of(loops.begin(), loops.end(), [&](const Loop* loop) {
                          return index.coefficient_of(loop->id) != 0;
                        });
    if (varies) return false;
  }
  // A store leaves only loops whose body contains nothing else.
  if (side == Side::after) return loops.back()->body.size() == 1;
  return written[element.array] == 0;
}

}  // namespace pom::dse::estimate
