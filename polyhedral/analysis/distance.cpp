#include "polyhedral/analysis/distance.hpp"

#include <algorithm>

#include "polyhedral/analysis/nearest_write.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/ir/points.hpp"
#include "support/classic_stream.hpp"

namespace pom::poly {

namespace {

constexpr std::size_t most_vectors = 64;

Direction direction_of(const isl::set& deltas, unsigned dimension) {
  const auto low = minimum(deltas, dimension), high = maximum(deltas, dimension);
  if (low && *low > 0) return Direction::less;
  if (high && *high < 0) return Direction::greater;
  return low && high && *low == 0 && *high == 0 ? Direction::equal : Direction::any;
}

Direction direction_of(std::int64_t entry) {
  return entry > 0 ? Direction::less : entry < 0 ? Direction::greater : Direction::equal;
}

/// A distance set is listed when it is small: few points in its bounding box, or a few isolated points.
bool worth_listing(const isl::set& deltas, unsigned dimensions) {
  std::int64_t box = 1;
  for (unsigned d = 0; d < dimensions && box <= 1024; ++d) {
    const auto low = minimum(deltas, d), high = maximum(deltas, d);
    if (!low || !high) return false;
    box *= *high - *low + 1;
  }
  if (box <= 1024) return true;
  bool isolated = true;
  deltas.foreach_basic_set([&](isl::basic_set part) { isolated = isolated && part.to_set().is_singleton(); });
  return isolated;
}

/// True when a distance holds along the whole of the dependence, not only for a part of lower dimension: A[2i] -> A[i]
/// has many distances, each for one instance, and none is uniform.
bool holds_throughout(const isl::map& common, const std::vector<std::int64_t>& distance) {
  const isl::set wanted = point_set(common.deltas(), distance);
  const isl::set sources = common.intersect(pairs_at_distance(common, wanted)).domain();
  return affine_dimension(sources) == affine_dimension(common.domain());
}

std::vector<int> find_carriers(isl::set deltas, int shared) {
  std::vector<int> carriers;
  for (int level = 0; level < shared && !deltas.is_empty(); ++level) {
    if (!bound_below(deltas, level, 1).is_empty()) carriers.push_back(level);
    deltas = bound_above(bound_below(deltas, level, 0), level, 0);
  }
  if (!deltas.is_empty()) carriers.push_back(shared);
  return carriers;
}

}  // namespace

namespace {

/// isl's steps for the distances of one dependence, and of these for the list of them.
constexpr unsigned long distance_steps = 40'000, listing_steps = 30'000;

/// Any distance, carried by any loop.
void tell_nothing(DistanceSet& result) {
  result.uniform = false;
  result.vectors.clear();
  result.directions = {std::vector<Direction>(static_cast<std::size_t>(result.shared_loops), Direction::any)};
  result.carriers.clear();
  for (int level = 0; level <= result.shared_loops; ++level) result.carriers.push_back(level);
}

void measure(DistanceSet& result, const Dependence& dependence) {
  const unsigned shared = result.shared_loops;
  isl::map common = keep_first(keep_first(dependence.relation, Side::domain, shared), Side::range, shared);
  const isl::set deltas = join_pieces(common.deltas());
  result.carriers = find_carriers(deltas, result.shared_loops);
  // Without the list the distances are not uniform, which claims less.
  try_within(common.ctx(), listing_steps, [&] {
    if (!worth_listing(deltas, shared)) return;
    const auto points = all_points(deltas, most_vectors);
    const bool uniform = points && std::all_of(points->begin(), points->end(),
                                               [&](const auto& vector) { return holds_throughout(common, vector); });
    if (uniform) result.vectors = *points;
    result.uniform = uniform;
  });
  for (const auto& vector : result.vectors) {
    std::vector<Direction> signs;
    for (std::int64_t entry : vector) signs.push_back(direction_of(entry));
    result.directions.push_back(signs);
  }
  if (!result.uniform) {
    std::vector<Direction> summary;
    for (unsigned d = 0; d < shared; ++d) summary.push_back(direction_of(deltas, d));
    result.directions.push_back(summary);
  }
}

}  // namespace

DistanceSet distances(const Dependence& dependence, const Scop& scop) {
  StepPool pool{distance_steps};
  return distances(dependence, scop, pool);
}

DistanceSet distances(const Dependence& dependence, const Scop& scop, StepPool& pool) {
  const Statement &source = scop.statements[dependence.source], &sink = scop.statements[dependence.sink];
  DistanceSet result;
  result.shared_loops = count_shared_loops(source, sink);
  ClassicStream text;
  text << dependence.relation;
  result.relation = text.str();
  if (!try_within(dependence.relation.ctx(), pool, distance_steps, [&] { measure(result, dependence); }))
    tell_nothing(result);
  return result;
}

std::string to_string(const std::vector<std::int64_t>& distance) {
  ClassicStream out;
  for (std::size_t d = 0; d < distance.size(); ++d) out << (d ? "," : "(") << distance[d];
  return distance.empty() ? "()" : out.str() + ")";
}

std::string to_string(const std::vector<Direction>& direction) {
  std::string out = "(";
  for (std::size_t d = 0; d < direction.size(); ++d)
    out += (d ? "," : "") + std::string(1, "<=>*"[static_cast<int>(direction[d])]);
  return out + ")";
}

}  // namespace pom::poly
