#include "driver/explore/stream_words.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "driver/explore/access_steps.hpp"
#include "dse/explore/context/context.hpp"
#include "polyhedral/analysis/legality.hpp"
#include "polyhedral/buffers/pack_arguments.hpp"
#include "polyhedral/buffers/whole_words.hpp"
#include "polyhedral/primitives/apply_schedule.hpp"
#include "polyhedral/primitives/primitives.hpp"
#include "support/words.hpp"

namespace pom::driver {

namespace {

std::vector<int> users_of(const poly::Scop& scop, int array) {
  std::vector<int> users;
  for (std::size_t s = 0; s < scop.statements.size(); ++s) {
    if (poly::uses_array(scop.statements[s], array)) users.push_back(static_cast<int>(s));
  }
  return users;
}

/// The innermost loop of a statement in two, of which the inner one has an iteration for each element of a word.
Directive split_for_words(const poly::Scop& scop, const poly::Statement& statement, std::int64_t lanes) {
  std::set<std::string> in_use = dse::explore::names_in_use(*scop.program);
  for (const poly::ScheduledLoop& loop : statement.loops) in_use.insert(loop.name);
  Split split;
  split.compute = statement.name;
  split.loop.name = statement.loops.back().name;
  split.factor = lanes;
  split.outer = dse::explore::fresh_name(join_names({split.loop.name, "word"}), in_use);
  split.inner = dse::explore::fresh_name(join_names({split.loop.name, "lane"}), in_use);
  return {split, {}};
}

/// Other statements stand in the innermost loop, too: split, that is no longer theirs.
bool shares_innermost(const poly::Scop& scop, const poly::Statement& statement) {
  const int level = static_cast<int>(statement.loops.size()) - 1;
  return std::any_of(scop.statements.begin(), scop.statements.end(), [&](const poly::Statement& other) {
    return &other != &statement && static_cast<int>(other.loops.size()) > level && share_loop(statement, other, level);
  });
}

/// A schedule's end for which the argument has words of so many elements, and the program behind it. Nothing: it has no
/// such words.
std::optional<Schedule> with_words(poly::Scop& scop, const poly::Dependences& dependences, int array,
                                   std::int64_t lanes, std::int64_t ports) {
  bool moved = false;
  Schedule made;
  const auto apply = [&](Directive directive) {
    const bool refused = poly::apply_directive(scop, directive).has_value();
    made.push_back(std::move(directive));
    return !refused;
  };
  for (const int s : users_of(scop, array)) {
    if (scop.statements[s].loops.empty() || scop.statements[s].loops.back().pipeline) return std::nullopt;
    const auto elements = static_cast<std::int64_t>(trips(scop.statements[s], scop.statements[s].loops.size() - 1));
    if (elements % lanes != 0) return std::nullopt;
    if (elements <= lanes) continue;
    moved = moved || shares_innermost(scop, scop.statements[s]);
    if (!apply(split_for_words(scop, scop.statements[s], lanes))) return std::nullopt;
  }
  if (moved && poly::first_violated_dependence(scop, dependences)) return std::nullopt;
  if (poly::find_single_access(scop, scop.statements.size(), array, lanes)) return std::nullopt;
  const std::string& name = scop.program->arrays[array]->name;
  return apply({Pack{name, lanes, "whole", ports}, {}}) ? std::optional(std::move(made)) : std::nullopt;
}

}  // namespace

void add_words(poly::Scop& scheduled, const poly::Dependences& dependences, const dse::explore::PortWidths& widths,
               const std::set<int>& without, Schedule& schedule) {
  for (const int array : scheduled.program->array_arguments()) {
    if (without.contains(array) || poly::outside_mode(scheduled, scheduled.program->arrays[array]->name) != "m_axi")
      continue;
    for (std::int64_t lanes = widths.widest(*scheduled.program, array); lanes > 1; lanes /= 2) {
      poly::Scop changed = scheduled;
      const std::optional<Schedule> made =
          with_words(changed, dependences, array, lanes, widths.ports(*scheduled.program, array, lanes));
      if (!made) continue;
      scheduled = std::move(changed);
      schedule.insert(schedule.end(), made->begin(), made->end());
      break;
    }
  }
  poly::make_words(scheduled);
  scheduled.hardware.packs.clear();
}

}  // namespace pom::driver
