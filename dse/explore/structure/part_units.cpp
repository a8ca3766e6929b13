#include "dse/explore/structure/part_units.hpp"

#include <algorithm>

#include "polyhedral/primitives/apply_schedule.hpp"
#include "polyhedral/primitives/loop_edit.hpp"

namespace pom::dse::explore {

namespace {

/// The statements that share the unit's innermost loop, in the order in which they run.
std::vector<int> find_sharing(const poly::Scop& structured, const Unit& unit) {
  const poly::Statement& first = structured.statements[unit.statements.front()];
  const int innermost = poly::level_of(first, LoopRef(var(unit.names.front().back())));
  std::vector<int> sharing;
  for (int s = 0; s < static_cast<int>(structured.statements.size()); ++s) {
    if (poly::share_loop(structured.statements[s], first, innermost)) sharing.push_back(s);
  }
  std::sort(sharing.begin(), sharing.end(),
            [&](int a, int b) { return structured.statements[a].position < structured.statements[b].position; });
  return sharing;
}

Schedule part_at(const poly::Scop& structured, const Unit& unit, const std::vector<int>& sharing, int level) {
  const auto is_inside = [&](int s) {
    return std::find(unit.statements.begin(), unit.statements.end(), s) != unit.statements.end();
  };
  Schedule parted;
  for (std::size_t n = 1; n < sharing.size(); ++n) {
    if (is_inside(sharing[n]) == is_inside(sharing[n - 1])) continue;
    const poly::Statement& behind = structured.statements[sharing[n]];
    parted.push_back({Distribute{behind.name, LoopRef(var(behind.loops[static_cast<std::size_t>(level)].name))}, {}});
  }
  return parted;
}

bool moves_statements(const Schedule& structure) {
  return std::any_of(structure.begin(), structure.end(), [](const Directive& directive) {
    return std::holds_alternative<After>(directive.primitive) || std::holds_alternative<Fuse>(directive.primitive);
  });
}

}  // namespace

std::optional<Schedule> part_from_left_out(const poly::Scop& structured, const Unit& unit,
                                           const std::function<bool(const Schedule&)>& is_legal) {
  if (unit.loops.empty()) return Schedule{};
  const poly::Statement& first = structured.statements[unit.statements.front()];
  const std::vector<int> sharing = find_sharing(structured, unit);
  for (const std::string& loop : unit.names.front()) {
    Schedule parted = part_at(structured, unit, sharing, poly::level_of(first, LoopRef(var(loop))));
    if (parted.empty() || is_legal(parted)) return parted;
  }
  return std::nullopt;
}

bool has_apart_units(const transform::NestProgram& nest, const Schedule& structure, const NestDesign& design) {
  if (!moves_statements(structure)) return true;
  const Result<poly::Scop> structured = poly::try_schedule(nest.as_written, nest.dependences, structure);
  if (!structured) return true;
  const auto is_legal = [&](const Schedule& parted) {
    Schedule all = structure;
    all.insert(all.end(), parted.begin(), parted.end());
    return bool{poly::try_schedule(nest.as_written, nest.dependences, all)};
  };
  return std::all_of(design.units.begin(), design.units.end(),
                     [&](const Unit& unit) { return part_from_left_out(*structured, unit, is_legal).has_value(); });
}

}  // namespace pom::dse::explore
