#include "dse/estimate/compose/flat_nest.hpp"

#include <algorithm>

#include "dse/estimate/frontend/loop_shape.hpp"
#include "dse/estimate/frontend/promote_sums.hpp"

namespace pom::dse::estimate {

namespace {

/// First release in which the store of an element after the loop moves into its last iteration (2025.1: 17 designs of
/// rows that are read and summed up; not where the elements are registers).
constexpr devices::ToolVersion stored_inside_since{2022, 2};

/// Tells whether a body can be flattened: it consists of one loop, before it at most assignments of scalars and after
/// it at most one store, which move into the loop. With a store, the scalars have to be constants (2022.2: a nest that
/// loads one before its loop is not flattened).
bool can_flatten(const std::vector<Node>& body, const FunctionView& view) {
  const auto loop = find_inner_loop(body);
  const auto is_scalar = [](const Node& node) {
    return node.kind == Node::Kind::assignment && node.assignment.indices.empty();
  };
  if (loop == body.end() || !std::all_of(body.begin(), loop, is_scalar)) return false;
  if (loop + 1 == body.end()) return true;
  const auto moves_in = [&](const Node& node) {
    return node.kind == Node::Kind::assignment &&
           view.memories[node.assignment.array].kind != MemoryView::Kind::registers;
  };
  if (view.target.version >= sums_stay_since) return loop->loop.pipeline && std::all_of(loop + 1, body.end(), moves_in);
  const auto is_constant = [&](const Node& node) {
    return view.function.expressions[node.assignment.value].op == OpKind::constant;
  };
  if (loop + 2 != body.end() || loop == body.begin() || view.target.version < stored_inside_since) return false;
  if (!std::all_of(body.begin(), loop, is_constant)) return false;
  return !body.back().assignment.indices.empty() && loop->loop.pipeline &&
         view.memories[body.back().assignment.array].kind == MemoryView::Kind::memory;
}

/// Tells whether the inner loop has the same trip count in every iteration of the outer loop.
bool has_fixed_trip_count(const Loop& inner, const Loop& outer) {
  const auto varies = [&](const Index& bound) {
    return bound.opaque || !bound.divisions.empty() ||
           std::any_of(bound.terms.begin(), bound.terms.end(), [&](const auto& term) { return term.loop == outer.id; });
  };
  return std::none_of(inner.lower.begin(), inner.lower.end(), varies) &&
         std::none_of(inner.upper.begin(), inner.upper.end(), varies);
}

}  // namespace

std::vector<Node>::const_iterator find_inner_loop(const std::vector<Node>& body) {
  return std::find_if(body.begin(), body.end(), [](const Node& node) { return node.kind == Node::Kind::loop; });
}

FlatNest find_pipelined_nest(const Loop& loop, const FunctionView& view) {
  if (loop.pipeline) return {&loop};
  if (!can_flatten(loop.body, view) || loop.flatten_off || loop.pipeline_off || loop.unroll) return {};
  const Loop& inner = find_inner_loop(loop.body)->loop;
  if (inner.flatten_off || (inner.trip.min != inner.trip.max && !has_fixed_trip_count(inner, loop))) return {};
  FlatNest nest = find_pipelined_nest(inner, view);
  if (!nest.empty()) nest.insert(nest.begin(), &loop);
  return nest;
}

FlatNest find_sequential_nest(const Loop& loop, const FunctionView& view) {
  FlatNest nest{&loop};
  for (;;) {
    const Loop& outer = *nest.back();
    if (outer.body.size() != 1 || outer.body.front().kind != Node::Kind::loop || unroll_factor(outer) > 1) return nest;
    const Loop& inner = outer.body.front().loop;
    const bool bounds_known = inner.lower.size() == 1 && inner.lower.front().is_constant() &&
                              inner.trip.min == inner.trip.max && inner.trip.max > 0;
    if (!bounds_known || inner.dataflow || inner.flatten_off || outer.flatten_off || outer.pipeline_off ||
        inner.pipeline_off)
      return nest;
    if (is_completely_unrolled(inner) || unroll_factor(inner) > 1 || !find_pipelined_nest(inner, view).empty())
      return nest;
    nest.push_back(&inner);
  }
}

}  // namespace pom::dse::estimate
