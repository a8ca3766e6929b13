#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "polyhedral/analysis/distance.hpp"

namespace pom::graph {

/// The values of one entry of a distance vector; nothing: no bound.
struct Range {
  std::optional<std::int64_t> low, high;

  bool may_be_positive() const { return !high || *high >= 1; }
  bool may_be_negative() const { return !low || *low <= -1; }
  bool may_be_zero() const { return (!low || *low <= 0) && (!high || *high >= 0); }
};

/// Distances (sink - source) of one convex part of a dependence, over the loops that source and sink share in a
/// schedule, entry by entry. It holds every distance of the part, and perhaps more: what is found here is a suggestion,
/// which the legality test then judges.
struct DistanceBox {
  int source = -1, sink = -1, array = -1;
  bool waits = false;      ///< flow or output: the sink waits for the source's result; an anti dependence only orders
  bool reduction = false;  ///< orders the instances of a reduction
  bool any_order = false;  ///< … which the program allows to change places: the distances of all pairs, both signs
  std::vector<Range> entries;
};

/// The boxes of a dependence over the first `shared` loops of the schedule. Within a limit on isl's steps only.
std::vector<DistanceBox> measure_boxes(const poly::Dependence&, const poly::Scop&, int shared);

/// The box that holds any distance, for want of a better one.
DistanceBox any_distance(const poly::Dependence&, const poly::Scop&, int shared);

/// The boxes of a dependence over the shared loops as written, from its distances where these are listed. Nothing: they
/// take more of isl's steps than there are.
std::optional<std::vector<DistanceBox>> boxes_as_written(const poly::Dependence&, const poly::Scop& as_written,
                                                         const poly::DistanceSet&, poly::StepPool&);

/// What the boxes leave for the loops inside `level`: those that it does not carry for sure.
std::vector<DistanceBox> not_carried_by(int level, const std::vector<DistanceBox>&);

}  // namespace pom::graph
