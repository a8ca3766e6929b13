#pragma once
#include "dse/estimate/graph/graph.hpp"

namespace pom::dse::estimate {

/// A point in time: a state and the delay within it.
struct TimePoint {
  int state = 0;
  float ns = 0;
  bool operator<(const TimePoint& other) const { return state != other.state ? state < other.state : ns < other.ns; }
};

inline TimePoint result_of(const GraphNode& node, TimePoint start) {
  if (node.latency > 0) return {start.state + node.latency, node.out_ns};
  return {start.state, start.ns + node.out_ns};
}

/// Returns the earliest start of a node at or after `ready`. A node that does not fit into the rest of a state starts
/// in the next one.
inline TimePoint fit(const GraphNode& node, TimePoint ready, double budget) {
  const float need = node.latency > 0 || node.role == Role::store ? node.in_ns : node.out_ns;
  if (ready.ns > 0 && ready.ns + need > budget) return {ready.state + 1, 0};
  return ready;
}

}  // namespace pom::dse::estimate
