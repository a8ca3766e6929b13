#include "polyhedral/graph/distance_box.hpp"

#include <algorithm>

#include "polyhedral/analysis/reductions.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/ir/points.hpp"

namespace pom::graph {

namespace {

using Ranges = std::vector<Range>;

/// More distances than these become boxes.
constexpr std::int64_t most_points = 64;
/// isl's steps for the boxes of one dependence as written.
constexpr unsigned long box_steps = 40'000;

Ranges bounds_of(const isl::set& part, int entries) {
  Ranges ranges;
  for (int entry = 0; entry < entries; ++entry)
    ranges.push_back({poly::minimum(part, entry), poly::maximum(part, entry)});
  return ranges;
}

bool is_small(const Ranges& ranges) {
  std::int64_t points = 1;
  for (const Range& range : ranges) {
    if (!range.low || !range.high || *range.high - *range.low >= most_points) return false;
    points *= *range.high - *range.low + 1;
    if (points > most_points) return false;
  }
  return true;
}

/// By the first entry that is not 0, and its sign: a box around all of them would lose which loop carries what.
std::vector<Ranges> boxes_by_carrier(isl::set part, int entries) {
  std::vector<Ranges> boxes;
  for (int entry = 0; entry < entries; ++entry) {
    for (const isl::set& sign : {poly::bound_below(part, entry, 1), poly::bound_above(part, entry, -1)}) {
      if (!sign.is_empty()) boxes.push_back(bounds_of(sign, entries));
    }
    part = poly::bound_above(poly::bound_below(part, entry, 0), entry, 0);
  }
  if (!part.is_empty()) boxes.push_back(Ranges(entries, Range{0, 0}));
  return boxes;
}

std::vector<Ranges> boxes_of_part(const isl::set& part, int entries) {
  const Ranges all = bounds_of(part, entries);
  const auto points = is_small(all) ? poly::all_points(part, most_points) : std::nullopt;
  if (!points) return boxes_by_carrier(part, entries);
  std::vector<Ranges> boxes;
  for (const auto& point : *points) {
    boxes.emplace_back();
    for (std::int64_t value : point) boxes.back().push_back({value, value});
  }
  return boxes;
}

/// The pairs of instances that touch the element that a reduction sums up in: its direct dependences only join
/// neighbours in the order as written, and another order has other neighbours.
isl::map all_pairs(const poly::Statement& statement) {
  return poly::remove_identity(statement.write.relation.intersect_domain(statement.domain)
                                   .apply_range(statement.write.relation.intersect_domain(statement.domain).reverse()));
}

}  // namespace

std::vector<DistanceBox> not_carried_by(int level, const std::vector<DistanceBox>& boxes) {
  std::vector<DistanceBox> left;
  std::copy_if(boxes.begin(), boxes.end(), std::back_inserter(left),
               [&](const DistanceBox& box) { return box.entries[level].may_be_zero(); });
  return left;
}

std::vector<DistanceBox> measure_boxes(const poly::Dependence& dependence, const poly::Scop& scop, int shared) {
  const poly::Statement &source = scop.statements[dependence.source], &sink = scop.statements[dependence.sink];
  DistanceBox box = any_distance(dependence, scop, shared);
  const isl::map relation = box.any_order ? all_pairs(source) : dependence.relation;
  isl::map scheduled = relation.apply_domain(source.loop_map).apply_range(sink.loop_map);
  scheduled = poly::keep_first(poly::keep_first(scheduled, poly::Side::domain, shared), poly::Side::range, shared);
  std::vector<DistanceBox> boxes;
  poly::join_pieces(scheduled.deltas()).foreach_basic_set([&](const isl::basic_set& part) {
    for (Ranges& ranges : boxes_of_part(part.to_set(), shared)) {
      box.entries = std::move(ranges);
      boxes.push_back(box);
    }
  });
  return boxes;
}

DistanceBox any_distance(const poly::Dependence& dependence, const poly::Scop& scop, int shared) {
  DistanceBox box;
  box.source = dependence.source;
  box.sink = dependence.sink;
  box.array = dependence.array;
  box.waits = dependence.kind != poly::DependenceKind::anti;
  box.reduction = poly::orders_reduction(dependence, scop);
  box.any_order = box.reduction && scop.program->allow_reassociation;
  box.entries.resize(shared);
  return box;
}

std::optional<std::vector<DistanceBox>> boxes_as_written(const poly::Dependence& dependence,
                                                         const poly::Scop& as_written,
                                                         const poly::DistanceSet& distances, poly::StepPool& pool) {
  DistanceBox box = any_distance(dependence, as_written, distances.shared_loops);
  std::vector<DistanceBox> boxes;
  if (distances.uniform && !box.any_order) {
    for (const std::vector<std::int64_t>& vector : distances.vectors) {
      for (std::size_t entry = 0; entry < vector.size(); ++entry) box.entries[entry] = {vector[entry], vector[entry]};
      boxes.push_back(box);
    }
    return boxes;
  }
  const bool measured = poly::try_within(dependence.relation.ctx(), pool, box_steps, [&] {
    boxes = measure_boxes(dependence, as_written, distances.shared_loops);
  });
  return measured ? std::optional(std::move(boxes)) : std::nullopt;
}

}  // namespace pom::graph
