#include "dse/transform/rewritings.hpp"

#include <algorithm>
#include <memory>
#include <optional>

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

/// The innermost loop of which the element that a statement stores does not speak; -1: there is none.
int reduction_level(const poly::Statement& statement) {
  for (int level = static_cast<int>(statement.loops.size()) - 1; level >= 0; --level) {
    std::vector<unsigned> others;
    for (unsigned d = 0; d < statement.loops.size(); ++d)
      if (static_cast<int>(d) != level) others.push_back(d);
    const isl::map freed = poly::equal_in(statement.domain.space(), others).intersect_range(statement.domain);
    const isl::map spread = freed.intersect_domain(statement.domain).apply_range(statement.write.relation);
    if (spread.is_single_valued()) return level;
  }
  return -1;
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
    for (const std::int64_t count : counts) {
      const Rfactor directive{statement.name, loop_ref(statement, level), count,
                              new_array_name(*scop.program, join_names({statement.name, "partial"}))};
      if (count >= iterations || !is_legal(scop, dependences, context, {{directive, {}}}, is_over)) continue;
      choices.push_back({statements_in_nest(scop, s),
                         {{directive, {}}},
                         "\"" + statement.name + "\" has " + std::to_string(count) + " partial results along " +
                             statement.loops[level].name});
    }
  }
  return choices;
}

}  // namespace pom::dse::transform
