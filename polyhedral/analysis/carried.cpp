#include "polyhedral/analysis/carried.hpp"

#include <algorithm>

#include "polyhedral/ir/isl_extras.hpp"

namespace pom::poly {

namespace {

/// { element -> [l0, …, l(level)] } for one access.
struct TimedAccess {
  isl::map when;
  bool writes = false;
};

std::vector<TimedAccess> accesses_of(const Statement& statement, int level, int array) {
  const isl::map time = keep_first(statement.loop_map, Side::range, level + 1);
  std::vector<TimedAccess> accesses;
  const auto add = [&](const AccessRelation& access, bool writes) {
    if (access.array != array) return;
    const isl::map when = access.relation.reverse().apply_range(time);
    const bool known = std::any_of(accesses.begin(), accesses.end(), [&](const TimedAccess& other) {
      return other.writes == writes && other.when.is_equal(when);
    });
    if (!known) accesses.push_back({when, writes});
  };
  for (const AccessRelation& read : statement.reads) add(read, false);
  add(statement.write, true);
  return accesses;
}

/// { earlier iteration -> later iteration } of the loop, with all loops outside it equal.
isl::map carried_pairs(const isl::map& first, const isl::map& second, int level) {
  isl::map pairs = first.reverse().apply_range(second);
  for (int outer = 0; outer < level; ++outer) pairs = keep_equal(pairs, outer, outer);
  return keep_increasing(pairs, level, level);
}

void note_flow(CarriedConflicts& conflicts, const isl::map& pairs, int level) {
  const auto least = minimum(keep_only(pairs.deltas(), level), 0);
  if (!least || (conflicts.least_flow_distance && *conflicts.least_flow_distance <= *least)) return;
  conflicts.least_flow_distance = least;
  const std::vector<std::int64_t> both =
      *first_point(set_names(keep_near(pairs, level, *least).wrap().flatten(), "", {}));
  conflicts.writing.assign(both.begin(), both.begin() + level + 1);
  conflicts.reading.assign(both.begin() + level + 1, both.end());
}

}  // namespace

CarriedConflicts find_carried_conflicts(const Scop& scheduled, const std::vector<int>& statements, int level,
                                        int array) {
  std::vector<TimedAccess> all;
  for (int s : statements) {
    const std::vector<TimedAccess> own = accesses_of(scheduled.statements[s], level, array);
    all.insert(all.end(), own.begin(), own.end());
  }
  CarriedConflicts conflicts;
  for (const TimedAccess& first : all) {
    for (const TimedAccess& second : all) {
      if (!first.writes && !second.writes) continue;
      const isl::map pairs = carried_pairs(first.when, second.when, level);
      if (pairs.is_empty()) continue;
      conflicts.any = true;
      if (first.writes && !second.writes) note_flow(conflicts, pairs, level);
    }
  }
  return conflicts;
}

}  // namespace pom::poly
