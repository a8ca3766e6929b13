#include "dse/explore/unit/unit_facts.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "polyhedral/analysis/carried.hpp"
#include "polyhedral/ir/isl_extras.hpp"

namespace pom::dse::explore {

namespace {

/// isl's steps for what the iterations of a loop have in common in one array: about twice what any program
/// of the tests takes, a quarter of a second.
constexpr unsigned long fact_steps = 50'000;

/// The loops that the tool may flatten into one: the innermost ones whose trip counts do not depend on the loops
/// around, and the one around them. One that a parameter decides may be 1. `as_one`: the place of the outermost one.
poly::Band flattened(const Unit& unit, std::size_t& as_one) {
  const auto level_of = [](const UnitLoop& loop) {
    return poly::Band::Level{loop.fixed && (loop.moves || !loop.variable) ? loop.trip : 1, loop.moves};
  };
  std::size_t n = unit.loops.size() - 1;
  poly::Band band{unit.loops[n].level, unit.loops[n].level, {level_of(unit.loops[n])}};
  for (; static_cast<int>(n) > unit.first_perfect && unit.loops[n].fixed; --n)
    poly::add_around(band, unit.loops[n - 1].level, level_of(unit.loops[n - 1]));
  as_one = n;
  return band;
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

bool is_computed(const Unit& unit, const poly::Scop& scop, int array) {
  return std::any_of(unit.statements.begin(), unit.statements.end(), [&](int s) {
    const poly::Statement& statement = scop.statements[s];
    const auto may = [&](const poly::AccessRelation& access) { return access.array == array && access.may; };
    return may(statement.write) || std::any_of(statement.reads.begin(), statement.reads.end(), may);
  });
}

std::vector<UnitFact> facts_in(const poly::Band& band, const Unit& unit, const poly::Scop& scop) {
  std::vector<UnitFact> facts;
  std::set<int> written;
  for (int s : unit.statements) written.insert(scop.statements[s].write.array);
  std::vector<int> statements = unit.statements;
  std::sort(statements.begin(), statements.end());
  for (int array : written) {
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

}  // namespace

void find_facts(Unit& unit, const poly::Scop& scop) {
  const bool known = std::all_of(unit.loops.begin(), unit.loops.end(), [](const UnitLoop& l) { return l.level >= 0; });
  if (!known || unit.statements.empty()) return;
  poly::Band band = flattened(unit, unit.as_one);
  unit.facts = facts_in(band, unit, scop);
  for (std::size_t n = 0; n < unit.as_one; ++n) {
    if (unit.loops[n].cuttable) band.copied.insert(unit.loops[n].level);
  }
  unit.facts_with_copies = band.copied.empty() ? unit.facts : facts_in(band, unit, scop);
}

}  // namespace pom::dse::explore
