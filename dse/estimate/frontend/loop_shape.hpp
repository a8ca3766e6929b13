#pragma once
#include <algorithm>
#include <vector>

#include "dse/estimate/graph/linear.hpp"
#include "dse/estimate/qor/cycles.hpp"

/// Helpers for trip counts and unrolled loops.
namespace pom::dse::estimate {

inline Cycles scale(const Cycles& cycles, const TripCount& trip) {
  return {counted_product(trip.min, cycles.min), counted_product(trip.max, cycles.max), trip.average * cycles.average};
}

inline TripCount multiply(const TripCount& a, const TripCount& b) {
  return {counted_product(a.min, b.min), counted_product(a.max, b.max), a.average * b.average};
}

inline TripCount divide(const TripCount& trip, std::int64_t factor) {
  const auto up = [&](std::int64_t n) { return (n + factor - 1) / factor; };
  // The last copies are missing of some numbers of trips, where all remainders are taken as equally frequent.
  const double average = (trip.average + static_cast<double>(factor - 1) / 2) / static_cast<double>(factor);
  return {up(trip.min), up(trip.max),
          std::clamp(average, static_cast<double>(up(trip.min)), static_cast<double>(up(trip.max)))};
}

/// Tells whether the directive makes a copy of each iteration. A loop whose trips only a call knows keeps its exit.
inline bool unrolls_completely(const Loop& loop) {
  return loop.unroll && (*loop.unroll == 0 || (*loop.unroll >= loop.trip.max && !loop.trip.assumed));
}

inline bool is_completely_unrolled(const Loop& loop) { return unrolls_completely(loop) && !loop.pipeline; }

/// Marks all loops of a body as copies of their iterations, whatever directives say of them.
inline void unroll_all(std::vector<Node>& body) {
  for (Node& node : body) {
    if (node.kind == Node::Kind::loop) {
      node.loop.unroll = 0;
      node.loop.pipeline.reset();
    }
    for (std::vector<Node>* inside : {&node.loop.body, &node.branch.then, &node.branch.otherwise}) unroll_all(*inside);
  }
}

/// Tells whether a body contains loops that the hardware keeps, also behind conditions and in copies, or calls. They
/// take states of their own.
inline bool has_modules(const std::vector<Node>& body) {
  return std::any_of(body.begin(), body.end(), [](const Node& node) {
    if (node.kind == Node::Kind::branch) return has_modules(node.branch.then) || has_modules(node.branch.otherwise);
    if (node.kind == Node::Kind::loop) return !is_completely_unrolled(node.loop) || has_modules(node.loop.body);
    return node.kind == Node::Kind::call;
  });
}

inline std::int64_t unroll_factor(const Loop& loop) {
  return loop.unroll && *loop.unroll > 1 ? std::min(*loop.unroll, std::max<std::int64_t>(loop.trip.max, 1)) : 1;
}

/// Tells whether the iterations of the loop are runs of a dataflow region.
inline bool is_region_loop(const Loop& loop) {
  return loop.dataflow && !loop.pipeline && loop.trip.max > 0 && unroll_factor(loop) == 1;
}

/// Tells whether a body has the form that the tool runs as a region everywhere, and not in dataflow functions only.
inline bool has_calls_only(const std::vector<Node>& body) {
  return std::all_of(body.begin(), body.end(), [](const Node& node) { return node.kind == Node::Kind::call; });
}

inline Unrolling::Symbol symbol_of(const Loop& loop, std::int64_t factor, Unrolling& unrolling) {
  Unrolling::Symbol symbol;
  const Linear lower = loop.lower.size() == 1 ? unrolling.evaluate(loop.lower.front()) : Linear{};
  symbol.constant_lower = loop.lower.size() == 1 && lower.is_constant();
  symbol.lower = symbol.constant_lower ? lower.constant : 0;
  symbol.step = loop.step * factor;
  symbol.trip = (loop.trip.max + factor - 1) / factor;
  return symbol;
}

/// Binds a partly unrolled loop's value for the copy with this number: the value of the remaining loop plus copy ·
/// step.
inline void bind_copy(Unrolling& unrolling, const Loop& loop, std::int64_t copy) {
  Linear value;
  value.add(loop.id, 1);
  value.constant = copy * loop.step;
  unrolling.bind(loop.id, value);
}

/// Binds a completely unrolled loop's value in its n-th iteration.
inline void bind_iteration(Unrolling& unrolling, const Loop& loop, std::int64_t n) {
  Linear value = loop.lower.empty() ? Linear{} : unrolling.evaluate(loop.lower.front());
  value.constant += n * loop.step;
  unrolling.bind(loop.id, value);
}

}  // namespace pom::dse::estimate
