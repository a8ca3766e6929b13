#include "dse/explore/unit/unit_facts.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <set>

#include "polyhedral/analysis/carried.hpp"
#include "polyhedral/analysis/steady.hpp"
#include "polyhedral/ir/isl_extras.hpp"

namespace pom::dse::explore {

namespace {

/// isl's steps for what the iterations of a loop have in common in one array: about twice what any program
/// of the tests takes, a quarter of a second.
constexpr unsigned long fact_steps = 50'000;

/// Each of the unit's loops is one of the schedule's.
bool has_levels(const Unit& unit) {
  return std::all_of(unit.loops.begin(), unit.loops.end(), [](const UnitLoop& loop) { return loop.level >= 0; });
}

std::set<int> arrays_stored_by(const Unit& unit, const poly::Scop& scop) {
  std::set<int> stored;
  for (const int s : unit.statements) stored.insert(scop.statements[s].write.array);
  return stored;
}

/// One that a parameter decides may be 1.
poly::Band::Level level_of(const UnitLoop& loop) {
  return {loop.fixed && (loop.moves || !loop.variable) ? loop.trip : 1, loop.moves};
}

/// Takes the loops into the band that the tool may flatten into one: those around it as long as the trip count of the
/// outermost one of the band does not depend on the loops around. `as_one`: the place of that one.
void flatten(poly::Band& band, const Unit& unit, std::size_t& as_one) {
  for (; static_cast<int>(as_one) > unit.first_perfect && unit.loops[as_one].fixed; --as_one)
    poly::add_around(band, unit.loops[as_one - 1].level, level_of(unit.loops[as_one - 1]));
}

/// Iterations by which the first or the last value of the loop at this level differs at most between iterations of the
/// loops around; nothing: no number is known.
std::optional<std::int64_t> drift_of(const Unit& unit, const poly::Scop& scop, int level) {
  const auto count = static_cast<unsigned>(level);
  std::optional<std::int64_t> drift;
  poly::StepPool pool{fact_steps, 1};
  poly::try_within(scop.statements.front().domain.ctx(), pool, fact_steps, [&] {
    const auto values_of = [&](int s) { return poly::keep_first(scop.statements[s].loop_map.range(), count + 1); };
    isl::set values = values_of(unit.statements.front());
    for (const int s : unit.statements) values = values.unite(values_of(s));
    std::string around, all;
    for (unsigned d = 0; d < count; ++d) around += (d > 0 ? ", l" : "l") + std::to_string(d);
    all = around + (count > 0 ? ", x" : "x");
    const isl::map by_outer = isl::map(values.ctx(), "{ [" + around + "] -> [" + all + "] }").intersect_range(values);
    std::int64_t most = 0;
    for (const isl::map& ends : {by_outer.lexmin(), by_outer.lexmax()}) {
      const isl::set at = poly::keep_only(ends.range(), count);
      const auto apart = poly::maximum(at.product(at).unwrap().deltas(), 0);
      if (!apart) return;
      most = std::max(most, *apart);
    }
    drift = most;
  });
  return drift;
}

/// The vendor's tool sees by itself what happens to an element that each iteration reads and writes at one place.
bool is_read_elsewhere(const Unit& unit, const poly::Scop& scop, int array) {
  std::optional<isl::map> first;
  const auto differs = [&](const poly::Statement& statement, const poly::AccessRelation& access) {
    if (access.array != array) return false;
    if (access.may) return true;  // an iteration may meet what any other one did
    const isl::map from_loops = statement.loop_map.reverse().apply_range(access.relation);
    if (!first) first = from_loops;
    const auto space = [](const isl::map& map) { return map.domain().tuple_dim(); };
    return space(from_loops) != space(*first) || !from_loops.is_equal(*first);
  };
  for (int s : unit.statements) {
    const poly::Statement& statement = scop.statements[s];
    if (differs(statement, statement.write)) return true;
    for (const poly::AccessRelation& read : statement.reads) {
      if (differs(statement, read)) return true;
    }
  }
  return false;
}

/// Some access of the array may be of any element.
bool is_computed(const Unit& unit, const poly::Scop& scop, int array) {
  return std::any_of(unit.statements.begin(), unit.statements.end(), [&](int s) {
    const poly::Statement& statement = scop.statements[s];
    const auto may = [&](const poly::AccessRelation& access) { return access.array == array && access.may; };
    return may(statement.write) || std::any_of(statement.reads.begin(), statement.reads.end(), may);
  });
}

std::vector<UnitFact> facts_in(const poly::Band& band, const Unit& unit, const poly::Scop& scop) {
  std::vector<UnitFact> facts;
  std::vector<int> statements = unit.statements;
  std::sort(statements.begin(), statements.end());
  for (const int array : arrays_stored_by(unit, scop)) {
    poly::CarriedConflicts conflicts;
    const isl::ctx context = scop.statements[statements.front()].domain.ctx();
    poly::StepPool pool{fact_steps, 1};
    const bool proved = poly::try_within(
        context, pool, fact_steps, [&] { conflicts = poly::find_carried_conflicts(scop, statements, band, array); });
    if (!proved) continue;  // nothing is claimed
    const std::string& name = scop.program->arrays[array]->name;
    if (conflicts.any && conflicts.least_flow_distance) {
      // Of computed indices the tool sees nothing by itself.
      const bool apart = *conflicts.least_flow_distance > 1 && is_computed(unit, scop, array);
      if (apart) facts.push_back({name, true, false, *conflicts.least_flow_distance});
      continue;
    }
    facts.push_back({name, conflicts.any, is_read_elsewhere(unit, scop, array), 0});
  }
  return facts;
}

/// The facts where copies of the loops around the band, which begins at the place `as_one`, stand in the pipeline;
/// `alone` are those without.
std::vector<UnitFact> facts_with_copies(poly::Band band, const Unit& unit, std::size_t as_one,
                                        const std::vector<UnitFact>& alone, const poly::Scop& scop) {
  for (std::size_t n = 0; n < as_one; ++n) {
    if (unit.loops[n].cuttable) band.copied.insert(unit.loops[n].level);
  }
  return band.copied.empty() ? alone : facts_in(band, unit, scop);
}

}  // namespace

void find_facts(Unit& unit, const poly::Scop& scop) {
  if (!has_levels(unit) || unit.statements.empty()) return;
  unit.as_one = unit.loops.size() - 1;
  const UnitLoop& innermost = unit.loops.back();
  poly::Band band{innermost.level, innermost.level, {level_of(innermost)}};
  flatten(band, unit, unit.as_one);
  unit.facts = facts_in(band, unit, scop);
  unit.facts_with_copies = facts_with_copies(band, unit, unit.as_one, unit.facts, scop);
  for (std::size_t inner = unit.as_one; static_cast<int>(inner) > unit.first_perfect && unit.loops[inner].cuttable;) {
    const std::optional<std::int64_t> drift = drift_of(unit, scop, unit.loops[inner].level);
    if (!drift || *drift >= unit.loops[inner].trip) return;
    WiderBand wider{inner, *drift, inner - 1, {}, {}};
    poly::add_around(band, unit.loops[wider.as_one].level, level_of(unit.loops[wider.as_one]));
    flatten(band, unit, wider.as_one);
    wider.facts = facts_in(band, unit, scop);
    wider.facts_with_copies = facts_with_copies(band, unit, wider.as_one, wider.facts, scop);
    inner = wider.as_one;
    unit.wider.push_back(std::move(wider));
  }
}

namespace {

/// What the unit's statements do to one array, by what its loops are at.
struct UnitAccesses {
  std::vector<isl::map> loads, stores;
};

UnitAccesses accesses_of(const Unit& unit, const poly::Scop& scop, int array) {
  const auto depth = static_cast<unsigned>(unit.loops.back().level) + 1;
  UnitAccesses all;
  for (const int s : unit.statements) {
    const poly::Statement& statement = scop.statements[s];
    const auto by_loops = [&](const poly::AccessRelation& access) {
      return poly::keep_first(statement.loop_map.reverse().apply_range(access.relation), poly::Side::domain, depth);
    };
    if (statement.write.array == array) all.stores.push_back(by_loops(statement.write));
    for (const poly::AccessRelation& read : statement.reads) {
      if (read.array == array && !read.may) all.loads.push_back(by_loops(read));
    }
  }
  return all;
}

/// Some load of the array is not of what its own statement stores, as sums are.
bool loads_others(const Unit& unit, const poly::Scop& scop, int array) {
  return std::any_of(unit.statements.begin(), unit.statements.end(), [&](int s) {
    const poly::Statement& statement = scop.statements[s];
    return std::any_of(statement.reads.begin(), statement.reads.end(), [&](const poly::AccessRelation& read) {
      return read.array == array &&
             (statement.write.array != array || !poly::is_plainly_equal(read.relation, statement.write.relation));
    });
  });
}

/// Copies of these loops' iterations, those of all others alike, are one run.
bool is_steady_in_copies(const Unit& unit, const UnitAccesses& all, unsigned loops) {
  std::string from, to;
  for (int level = 0; level <= unit.loops.back().level; ++level) {
    const std::string name = "l" + std::to_string(level);
    from += (from.empty() ? "" : ", ") + name;
    bool copied = false;
    for (std::size_t n = 0; n < unit.loops.size(); ++n)
      copied = copied || (unit.loops[n].level == level && loops >> n & 1);
    if (!copied) to += (to.empty() ? "" : ", ") + name;
  }
  const isl::map run(all.stores.front().ctx(), "{ [" + from + "] -> [" + to + "] }");
  const auto by_runs = [&](std::vector<isl::map> accesses) {
    for (isl::map& access : accesses) access = access.apply_domain(run);
    return accesses;
  };
  return poly::are_steady(by_runs(all.loads), by_runs(all.stores));
}

/// Bits of those that may be cut: of one and of two of them.
std::vector<unsigned> sets_of_copied_loops(const Unit& unit) {
  std::vector<unsigned> sets;
  unsigned cuttable = 0;
  for (std::size_t n = 0; n < unit.loops.size(); ++n) cuttable |= unit.loops[n].cuttable ? 1U << n : 0;
  for (unsigned a = cuttable; a != 0; a &= a - 1) {
    const unsigned first = 1U << std::countr_zero(a);
    sets.push_back(first);
    for (unsigned b = a & (a - 1); b != 0; b &= b - 1) sets.push_back(first | 1U << std::countr_zero(b));
  }
  return sets;
}

}  // namespace

void find_steady(Unit& unit, const poly::Scop& scop) {
  const std::vector<unsigned> sets = sets_of_copied_loops(unit);
  if (!has_levels(unit) || unit.statements.empty() || sets.empty()) return;
  poly::StepPool pool{fact_steps, 1};
  for (const int array : arrays_stored_by(unit, scop)) {
    if (!poly::is_plain_memory(scop, array) || !loads_others(unit, scop, array)) continue;
    const std::string& name = scop.program->arrays[array]->name;
    poly::try_within(scop.statements.front().domain.ctx(), pool, fact_steps, [&] {
      const UnitAccesses all = accesses_of(unit, scop, array);
      for (const unsigned loops : sets) {
        if (is_steady_in_copies(unit, all, loops)) unit.steady.push_back({name, loops});
      }
    });
  }
}

namespace {

/// Iterations of the loops from `level` on, those around them alike, touch nothing that another one stores.
bool is_apart(const UnitAccesses& all, unsigned level) {
  for (const isl::map& store : all.stores) {
    for (const isl::map& load : all.loads) {
      isl::map pairs = store.apply_range(load.reverse());
      for (unsigned around = 0; around < level; ++around) pairs = poly::keep_equal(pairs, around, around);
      if (!poly::remove_identity(pairs).is_empty()) return false;
    }
  }
  return true;
}

}  // namespace

void find_apart(Unit& unit, const poly::Scop& scop) {
  const auto first = static_cast<std::size_t>(unit.first_cuttable);
  if (!has_levels(unit) || first >= unit.loops.size()) return;
  poly::StepPool pool{fact_steps, 1};
  for (const int array : arrays_stored_by(unit, scop)) {
    if (is_computed(unit, scop, array)) continue;
    poly::try_within(scop.statements.front().domain.ctx(), pool, fact_steps, [&] {
      const UnitAccesses all = accesses_of(unit, scop, array);
      if (!all.loads.empty() && is_apart(all, static_cast<unsigned>(unit.loops[first].level)))
        unit.apart.insert(scop.program->arrays[array]->name);
    });
  }
}

}  // namespace pom::dse::explore
