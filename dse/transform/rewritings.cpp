#include "dse/transform/rewritings.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>

#include "dse/transform/nests/nest_program.hpp"
#include "dsl/model/names.hpp"
#include "polyhedral/analysis/reductions.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/primitives/rewrite.hpp"
#include "support/words.hpp"

namespace pom::dse::transform {

namespace {

/// `base`, or a name like it that the program does not have.
std::string new_array_name(const dsl::Function& program, const std::string& base) {
  return dsl::check_new_name(program, "array", base, {}) ? dsl::free_name(program, join_names({base, ""})) : base;
}

bool is_legal(const poly::Scop& scop, const poly::Dependences& dependences, const poly::IslContext& context,
              const Schedule& directives, const std::function<bool()>& is_over) {
  auto program = std::make_shared<dsl::Function>(*scop.program);
  program->schedule = directives;
  poly::Scop trial = scop;
  trial.program = program;
  const auto made = poly::rewrite_program(trial, dependences, context, is_over);
  return made && *made;
}

/// Two iterations of the loop that both write the array: they are in each other's way.
bool reuses_storage(const poly::Scop& scop, const poly::Dependences& dependences, int array, int statement, int level) {
  return std::any_of(dependences.direct.begin(), dependences.direct.end(), [&](const poly::Dependence& dependence) {
    if (dependence.array != array || dependence.kind == poly::DependenceKind::flow) return false;
    const poly::Statement &from = scop.statements[dependence.source], &to = scop.statements[dependence.sink];
    if (!poly::share_loop(from, to, level) || !poly::share_loop(from, scop.statements[statement], level)) return false;
    const auto depth = static_cast<unsigned>(level);
    isl::map carried = dependence.relation;
    for (unsigned outer = 0; outer < depth; ++outer) carried = poly::keep_equal(carried, outer, outer);
    return !poly::keep_increasing(carried, depth, depth).is_empty();
  });
}

std::vector<int> statements_in_nest(const poly::Scop& scop, int statement) {
  std::vector<int> all;
  for (int s = 0; s < static_cast<int>(scop.statements.size()); ++s)
    if (scop.statements[s].position.front() == scop.statements[statement].position.front()) all.push_back(s);
  return all;
}

/// One array along the loops of one of the statements that write it.
class Expansions {
 public:
  Expansions(const poly::Scop& scop, const poly::Dependences& dependences, const poly::IslContext& context,
             const std::function<bool()>& is_over)
      : scop_(scop), dependences_(dependences), context_(context), is_over_(is_over) {}

  void propose(int array, int writer, std::vector<RewritingChoice>& choices) {
    const poly::Statement& statement = scop_.statements[writer];
    Schedule all;
    std::string name = scop_.program->arrays[array]->name, loops;
    for (int level = 0; level < static_cast<int>(statement.loops.size()); ++level) {
      if (!reuses_storage(scop_, dependences_, array, writer, level)) continue;
      Schedule more = all;
      const std::string copies = new_array_name(*scop_.program, join_names({name, "each"}));
      more.push_back({Expand{statement.name, loop_ref(statement, level), name, copies}, {}});
      if (!is_legal(scop_, dependences_, context_, more, is_over_)) continue;
      all = std::move(more);
      name = copies;
      loops += (loops.empty() ? "" : " and ") + statement.loops[level].name;
      choices.push_back({statements_in_nest(scop_, writer), all,
                         "\"" + scop_.program->arrays[array]->name + "\" has a copy for each iteration of " + loops});
    }
  }

 private:
  const poly::Scop& scop_;
  const poly::Dependences& dependences_;
  const poly::IslContext& context_;
  const std::function<bool()>& is_over_;
};

/// Whether all iterations of the loop store one element, those of the others alike.
bool repeats_element(const poly::Statement& statement, int level) {
  std::vector<unsigned> others;
  for (unsigned d = 0; d < statement.loops.size(); ++d)
    if (static_cast<int>(d) != level) others.push_back(d);
  const isl::map freed = poly::equal_in(statement.domain.space(), others).intersect_range(statement.domain);
  return freed.intersect_domain(statement.domain).apply_range(statement.write.relation).is_single_valued();
}

/// The innermost loop of which the element that a statement stores does not speak; -1: there is none.
int reduction_level(const poly::Statement& statement) {
  int level = static_cast<int>(statement.loops.size()) - 1;
  while (level >= 0 && !repeats_element(statement, level)) --level;
  return level;
}

/// The divisor of `iterations` that is closest to `count`, by their ratio; `count` where none is less than twice away:
/// the last iterations would ask whether they exist, each between two operations.
std::int64_t closest_divisor(std::int64_t iterations, std::int64_t count) {
  const auto ratio = [&](std::int64_t d) {
    return static_cast<double>(std::max(d, count)) / static_cast<double>(std::min(d, count));
  };
  std::int64_t best = 0;
  for (std::int64_t d = count / 2 + 1; d < 2 * count && d <= iterations; ++d) {
    if (iterations % d == 0 && (best == 0 || ratio(d) < ratio(best))) best = d;
  }
  return best == 0 ? count : best;
}

/// Whether a loop outside of the one at `level` repeats the element too.
bool is_repeated_outside(const poly::Statement& statement, int level) {
  while (--level >= 0 && !repeats_element(statement, level)) {
  }
  return level >= 0;
}

}  // namespace

std::vector<RewritingChoice> propose_expansions(const poly::Scop& scop, const poly::Dependences& dependences,
                                                const poly::IslContext& context, const std::function<bool()>& is_over) {
  std::vector<RewritingChoice> choices;
  Expansions expansions(scop, dependences, context, is_over);
  for (int array = 0; array < static_cast<int>(scop.program->arrays.size()); ++array) {
    if (!scop.program->arrays[array]->local) continue;
    std::vector<int> nests;  // whose copies are proposed already
    for (int s = 0; s < static_cast<int>(scop.statements.size()); ++s) {
      const poly::Statement& statement = scop.statements[s];
      const int nest = statement.position.front();
      if (statement.write.array != array || std::find(nests.begin(), nests.end(), nest) != nests.end()) continue;
      nests.push_back(nest);
      expansions.propose(array, s, choices);
    }
  }
  return choices;
}

std::vector<RewritingChoice> propose_partial_results(const poly::Scop& scop, const poly::Dependences& dependences,
                                                     const poly::IslContext& context,
                                                     const std::vector<std::int64_t>& counts,
                                                     const std::function<bool()>& is_over) {
  std::vector<RewritingChoice> choices;
  for (int s = 0; s < static_cast<int>(scop.statements.size()); ++s) {
    const poly::Statement& statement = scop.statements[s];
    const int level = poly::is_reduction(scop.program->computes[s]) ? reduction_level(statement) : -1;
    if (level < 0) continue;
    const isl::set values = poly::keep_only(statement.domain, static_cast<unsigned>(level));
    const std::int64_t iterations = *poly::maximum(values, 0) - *poly::minimum(values, 0) + 1;
    std::set<std::int64_t> tried;
    for (const std::int64_t most : counts) {
      const std::int64_t count = closest_divisor(iterations, std::min(most, iterations));
      const bool is_one = count == iterations && !is_repeated_outside(statement, level);
      if (is_one || count < 2 || !tried.insert(count).second) continue;
      const Rfactor directive{statement.name, loop_ref(statement, level), count,
                              new_array_name(*scop.program, join_names({statement.name, "partial"}))};
      if (!is_legal(scop, dependences, context, {{directive, {}}}, is_over)) continue;
      choices.push_back({statements_in_nest(scop, s),
                         {{directive, {}}},
                         "\"" + statement.name + "\" has " + std::to_string(count) + " partial results along " +
                             statement.loops[level].name});
    }
  }
  return choices;
}

}  // namespace pom::dse::transform
