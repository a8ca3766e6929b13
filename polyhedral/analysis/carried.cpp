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

/// The band seen as one loop: how many iterations a distance vector spans.
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
  }

  /// { earlier iteration -> later iteration }, with all loops outside the band equal.
  isl::map ordered(isl::map pairs) const {
    for (int outer = 0; outer < band_.outermost; ++outer) pairs = keep_equal(pairs, outer, outer);
    isl::map later = isl::map::empty(pairs.space());
    for (int level = band_.outermost; level <= band_.innermost; ++level) {
      later = later.unite(keep_increasing(pairs, level, level));
      pairs = keep_equal(pairs, level, level);
    }
    return later;
  }

  /// The least number of iterations that a pair spans.
  std::int64_t least_distance(const isl::map& pairs) const {
    // A band with variable bounds around may count wrongly by whole inner loops; never below 1.
    return std::max<std::int64_t>(1, minimum(pairs.deltas().apply(iterations(pairs.ctx())), 0).value_or(1));
  }

  /// The pairs that span so few.
  isl::map at_distance(const isl::map& pairs, std::int64_t distance) const {
    const isl::map count = iterations(pairs.ctx());
    const isl::set wanted = bound_above(count.range(), 0, distance).apply(count.reverse());
    return pairs.intersect(pairs_at_distance(pairs, wanted));
  }

 private:
  /// { distance vector -> iterations }
  isl::map iterations(const isl::ctx& context) const {
    std::string in, sum;
    std::int64_t weight = 1;
    for (int level = band_.innermost; level >= band_.outermost; --level) {
      const std::size_t n = static_cast<std::size_t>(level - band_.outermost);
      sum += (sum.empty() ? "" : " + ") + std::to_string(weight) + "*floor(d" + std::to_string(level) + "/" +
             std::to_string(strides_[n]) + ")";
      weight *= band_.trip_counts[n];
    }
    for (int level = 0; level <= band_.innermost; ++level) in += (level ? ",d" : "d") + std::to_string(level);
    return isl::map(context, "{ [" + in + "] -> [" + sum + "] }");
  }

  const Band& band_;
  std::vector<std::int64_t> strides_;
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
