#include "polyhedral/primitives/loop_edit.hpp"
#include "polyhedral/primitives/primitives.hpp"

namespace pom::poly {

namespace {

std::string name_or(const std::string& given, const ScheduledLoop& loop) { return given.empty() ? loop.name : given; }

}  // namespace

Status check(const Skew& directive, const Scop& scop, const Location& at) {
  const Statement& statement = statement_of(scop, directive.compute);
  const Result<int> outer = find_loop(statement, directive.outer, at);
  if (!outer) return outer.errors().front();
  const Result<int> inner = find_loop(statement, directive.inner, at);
  if (!inner) return inner.errors().front();
  if (*outer >= *inner) {
    return Diagnostic{Severity::error,
                      "bad-loop-order",
                      "cannot skew \"" + statement.name + "\": loop " + statement.loops[*inner].name +
                          " does not stand inside loop " + statement.loops[*outer].name,
                      at,
                      {},
                      ""};
  }
  for (int level : {*outer, *inner}) {
    if (Status marked = check_unmarked(statement, level, "skew", at)) return marked;
  }
  std::vector<std::int64_t> factors(statement.loops.size(), 0);
  factors[*outer] = directive.outer_factor;
  factors[*inner] = directive.inner_factor;
  const std::string what = "skew of \"" + statement.name + "\" by " + std::to_string(directive.outer_factor) + ", " +
                           std::to_string(directive.inner_factor);
  if (Status wide = check_values(statement, factors, 0, what, at)) return wide;
  const std::vector<std::string> added = {name_or(directive.new_outer, statement.loops[*outer]),
                                          name_or(directive.new_inner, statement.loops[*inner])};
  return check_new_names(statement, {*outer, *inner}, added, *scop.program, at);
}

void apply(const Skew& directive, Scop& scop, const Location& at) {
  Statement& statement = statement_of(scop, directive.compute);
  const int outer = level_of(statement, directive.outer), inner = level_of(statement, directive.inner);
  std::vector<std::string> outputs = same_loops(statement);
  outputs[inner] = std::to_string(directive.outer_factor) + "*l" + std::to_string(outer) + " + " +
                   std::to_string(directive.inner_factor) + "*l" + std::to_string(inner);
  transform_loops(statement, outputs);
  const std::string new_outer = name_or(directive.new_outer, statement.loops[outer]);
  const std::string new_inner = name_or(directive.new_inner, statement.loops[inner]);
  rename_loop(statement, outer, new_outer, at);
  rename_loop(statement, inner, new_inner, at);
}

}  // namespace pom::poly
