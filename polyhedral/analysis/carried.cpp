#include "polyhedral/analysis/carried.hpp"

#include <algorithm>

#include "polyhedral/ir/isl_extras.hpp"

namespace pom::poly {

namespace {

/// { element -> [l0, …, l(level)] } for one access.
struct TimedAccess {
  isl::map when;
  bool writes = false;
  int statement = -1;
};

std::vector<TimedAccess> accesses_of(const Scop& scop, int number, int level, int array) {
  const Statement& statement = scop.statements[number];
  const isl::map time = keep_first(statement.loop_map, Side::range, level + 1);
  std::vector<TimedAccess> accesses;
  const auto add = [&](const AccessRelation& access, bool writes) {
    if (access.array != array) return;
    const isl::map when = access.relation.reverse().apply_range(time);
    const bool known = std::any_of(accesses.begin(), accesses.end(), [&](const TimedAccess& other) {
      return other.writes == writes && other.when.is_equal(when);
    });
    if (!known) accesses.push_back({when, writes, number});
  };
  for (const AccessRelation& read : statement.reads) add(read, false);
  add(statement.write, true);
  return accesses;
}

/// The loop's values counted from the first one of its run, as a function of `points`, the iteration vectors of the
/// band; nothing where the points do not tell its first value: not each run has as many of them as the loop has
/// iterations.
std::optional<isl::pw_aff> count_from_first(const isl::set& points, int level, std::int64_t iterations,
                                            std::int64_t step) {
  const isl::set run = keep_first(points, level + 1);
  const isl::map runs = first_loops(run, level).intersect_domain(run).reverse();
  const isl::pw_aff first = runs.lexmin_pw_multi_aff().at(level);
  const isl::set spans = runs.lexmax_pw_multi_aff().at(level).sub(first).as_map().range();
  const std::int64_t whole = step * (iterations - 1);
  if (minimum(spans, 0) != whole || maximum(spans, 0) != whole) return std::nullopt;
  const isl::pw_aff value = isl::multi_pw_aff::identity_on_domain(points.space()).at(level);
  return value.sub(first.pullback(first_loops(points, level).as_pw_multi_aff()));
}

/// The band seen as one loop: how many iterations lie between two of them.
class FlatLoop {
 public:
  FlatLoop(const Scop& scop, const std::vector<int>& statements, const Band& band) : band_(band) {
    std::optional<isl::set> all;
    for (int s : statements) {
      const isl::set own = keep_first(scop.statements[s].loop_map.range(), band.innermost + 1);
      all = all ? all->unite(own) : own;
    }
    // isl's loops count iterations, not values: a loop that only meets every second value has half as many.
    for (int level = band.outermost; level <= band.innermost; ++level)
      strides_.push_back(stride(keep_first(*all, level + 1), level));
    find_positions(*all);
  }

  /// { earlier iteration -> later iteration }, with all loops outside the band equal that are not copied.
  isl::map ordered(isl::map pairs) const {
    for (int outer = 0; outer < band_.outermost; ++outer) {
      if (!band_.copied.contains(outer)) pairs = keep_equal(pairs, outer, outer);
    }
    return later_in(std::move(pairs), band_.innermost);
  }

  /// The least number of iterations that a pair spans; never below 1.
  std::int64_t least_distance(const isl::map& pairs) const {
    if (unknown_ && !between_runs(pairs).is_empty()) return 1;
    // A band with variable bounds around may count wrongly by whole inner loops.
    return std::max<std::int64_t>(1, minimum(counted(pairs).deltas().apply(iterations(pairs.ctx())), 0).value_or(1));
  }

  /// The pairs that span so few.
  isl::map at_distance(const isl::map& pairs, std::int64_t distance) const {
    if (unknown_ && !between_runs(pairs).is_empty()) return between_runs(pairs);
    const isl::map between = counted(pairs), count = iterations(pairs.ctx());
    const isl::set wanted = bound_above(count.range(), 0, distance).apply(count.reverse());
    const isl::map found = between.intersect(pairs_at_distance(between, wanted));
    return positions_ ? found.apply_domain(positions_->reverse()).apply_range(positions_->reverse()) : found;
  }

 private:
  /// Where the first value of a loop moves with the loops around, its iterations are told by their place in the run.
  /// The one value of a loop of one iteration may move although its loop has constant bounds in what is generated.
  void find_positions(const isl::set& all) {
    std::optional<isl::multi_pw_aff> positions;
    for (int level = band_.outermost + 1; level <= band_.innermost; ++level) {
      const Band::Level& loop = band_.levels[level - band_.outermost];
      if (!loop.moves && loop.trip_count != 1) continue;
      const auto place = count_from_first(all, level, loop.trip_count, strides_[level - band_.outermost]);
      unknown_ = unknown_ || (loop.moves && !place);
      if (!positions) positions = isl::multi_pw_aff::identity_on_domain(all.space());
      if (place) positions = positions->set_at(level, *place);
    }
    if (positions) positions_ = positions->as_map();
  }

  isl::map counted(const isl::map& pairs) const {
    return positions_ ? pairs.apply_domain(*positions_).apply_range(*positions_) : pairs;
  }

  /// The pairs whose second is later in one of the band's loops down to `last`, and equal in those around that one.
  isl::map later_in(isl::map pairs, int last) const {
    isl::map later = isl::map::empty(pairs.space());
    for (int level = band_.outermost; level <= last; ++level) {
      later = later.unite(keep_increasing(pairs, level, level));
      pairs = keep_equal(pairs, level, level);
    }
    return later;
  }

  /// The pairs of different runs of the innermost loop.
  isl::map between_runs(const isl::map& pairs) const { return later_in(pairs, band_.innermost - 1); }

  /// { distance vector -> iterations }
  isl::map iterations(const isl::ctx& context) const {
    std::string in, sum;
    std::int64_t weight = 1;
    for (int level = band_.innermost; level >= band_.outermost; --level) {
      const std::size_t n = static_cast<std::size_t>(level - band_.outermost);
      sum += (sum.empty() ? "" : " + ") + std::to_string(weight) + "*floor(d" + std::to_string(level) + "/" +
             std::to_string(strides_[n]) + ")";
      weight *= band_.levels[n].trip_count;
    }
    for (int level = 0; level <= band_.innermost; ++level) in += (level ? ",d" : "d") + std::to_string(level);
    return isl::map(context, "{ [" + in + "] -> [" + sum + "] }");
  }

  const Band& band_;
  std::vector<std::int64_t> strides_;
  std::optional<isl::map> positions_;  ///< { iteration vector -> the same with places in the run }
  bool unknown_ = false;               ///< such a place is not known
};

void note_flow(CarriedConflicts& conflicts, const isl::map& pairs, int reader, const FlatLoop& loop, int level) {
  const std::int64_t least = loop.least_distance(pairs);
  if (conflicts.least_flow_distance && *conflicts.least_flow_distance <= least) return;
  conflicts.least_flow_distance = least;
  conflicts.reader = reader;
  const std::vector<std::int64_t> both =
      *first_point(set_names(loop.at_distance(pairs, least).wrap().flatten(), "", {}));
  conflicts.writing.assign(both.begin(), both.begin() + level + 1);
  conflicts.reading.assign(both.begin() + level + 1, both.end());
}

}  // namespace

void add_around(Band& band, int level, const Band::Level& loop) {
  // The one value of such a loop may depend on the loops around.
  band.levels.insert(band.levels.begin(), band.outermost - 1 - level, Band::Level{1, true});
  band.levels.insert(band.levels.begin(), loop);
  band.outermost = level;
}

CarriedConflicts find_carried_conflicts(const Scop& scheduled, const std::vector<int>& statements, const Band& band,
                                        int array) {
  std::vector<TimedAccess> all;
  for (int s : statements) {
    const std::vector<TimedAccess> own = accesses_of(scheduled, s, band.innermost, array);
    all.insert(all.end(), own.begin(), own.end());
  }
  const FlatLoop loop(scheduled, statements, band);
  CarriedConflicts conflicts;
  for (const TimedAccess& first : all) {
    for (const TimedAccess& second : all) {
      if (!first.writes && !second.writes) continue;
      const isl::map pairs = loop.ordered(first.when.reverse().apply_range(second.when));
      if (pairs.is_empty()) continue;
      conflicts.any = true;
      if (first.writes && !second.writes) note_flow(conflicts, pairs, second.statement, loop, band.innermost);
    }
  }
  return conflicts;
}

}  // namespace pom::poly
