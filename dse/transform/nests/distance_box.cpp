#include "dse/transform/nests/distance_box.hpp"

#include <algorithm>

#include "polyhedral/analysis/reductions.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/ir/points.hpp"
#include "polyhedral/primitives/loop_edit.hpp"

namespace pom::dse {

namespace {

using Ranges = std::vector<Range>;

/// More distances than these become boxes.
constexpr std::int64_t most_points = 64;
/// isl's steps for the distances of one dependence.
constexpr unsigned long box_steps = 200'000;

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

int count_shared(const poly::Statement& a, const poly::Statement& b) {
  int level = 0;
  while (poly::share_loop(a, b, level)) ++level;
  return level;
}

std::vector<DistanceBox> not_carried_by(int level, const std::vector<DistanceBox>& boxes) {
  std::vector<DistanceBox> left;
  std::copy_if(boxes.begin(), boxes.end(), std::back_inserter(left),
               [&](const DistanceBox& box) { return box.entries[level].may_be_zero(); });
  return left;
}

const std::vector<DistanceBox>& DistanceTable::boxes_of(std::size_t n, const poly::Scop& scop, int shared) {
  const poly::Dependence& dependence = nest_.carriable[n];
  const poly::Statement &source = scop.statements[dependence.source], &sink = scop.statements[dependence.sink];
  for (const Entry& entry : known_[n]) {
    const bool same = entry.shared == shared && entry.source.get() == source.loop_map.get();
    if (same && entry.sink.get() == sink.loop_map.get()) return entry.boxes;
  }
  DistanceBox box;
  box.source = dependence.source;
  box.sink = dependence.sink;
  box.array = dependence.array;
  box.waits = dependence.kind != poly::DependenceKind::anti;
  box.reduction = poly::orders_reduction(dependence, scop);
  box.any_order = box.reduction && scop.program->allow_reassociation;
  const isl::map relation = box.any_order ? all_pairs(source) : dependence.relation;
  Entry entry{source.loop_map, sink.loop_map, shared, {}};
  const bool late = over_ && over_();
  const bool measured = !late && poly::try_within(relation.ctx(), pool_, box_steps, [&] {
    isl::map scheduled = relation.apply_domain(source.loop_map).apply_range(sink.loop_map);
    scheduled = poly::keep_first(poly::keep_first(scheduled, poly::Side::domain, shared), poly::Side::range, shared);
    scheduled.deltas().coalesce().foreach_basic_set([&](const isl::basic_set& part) {
      for (Ranges& ranges : boxes_of_part(part.to_set(), shared)) {
        box.entries = std::move(ranges);
        entry.boxes.push_back(box);
      }
    });
  });
  if (!measured) {
    entry.boxes.clear();
    box.entries.assign(static_cast<std::size_t>(shared), Range{});  // any distance
    entry.boxes = {box};
  }
  known_[n].push_back(std::move(entry));
  return known_[n].back().boxes;
}

std::vector<DistanceBox> DistanceTable::between(const poly::Scop& scop, const std::vector<int>& statements) {
  const auto wanted = [&](int s) { return std::find(statements.begin(), statements.end(), s) != statements.end(); };
  std::vector<DistanceBox> boxes;
  for (std::size_t n = 0; n < nest_.carriable.size(); ++n) {
    const poly::Dependence& dependence = nest_.carriable[n];
    if (!wanted(dependence.source) || !wanted(dependence.sink)) continue;
    const int shared = count_shared(scop.statements[dependence.source], scop.statements[dependence.sink]);
    if (shared == 0) continue;
    const std::vector<DistanceBox>& own = boxes_of(n, scop, shared);
    boxes.insert(boxes.end(), own.begin(), own.end());
  }
  return boxes;
}

}  // namespace pom::dse
