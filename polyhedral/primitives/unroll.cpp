#include "polyhedral/primitives/loop_edit.hpp"
#include "polyhedral/primitives/primitives.hpp"

namespace pom::poly {

namespace {

std::int64_t factor_of(const Unroll& directive) { return directive.factor < 0 ? 0 : directive.factor; }

}  // namespace

Status check(const Unroll& directive, const Scop& scop, const Location& at) {
  const Statement& statement = statement_of(scop, directive.compute);
  const Result<int> level = find_loop(statement, directive.loop, at);
  if (!level) return level.errors().front();
  const ScheduledLoop& loop = statement.loops[*level];
  if (!loop.unroll || loop.unroll->factor == factor_of(directive)) return std::nullopt;
  Diagnostic error{Severity::error,
                   "conflicting-mark",
                   "loop " + loop.name + " of \"" + statement.name + "\" is already unrolled by another factor",
                   at,
                   {},
                   ""};
  error.notes.push_back(note_of_mark(loop.name + " is unrolled", loop.unroll->at));
  return error;
}

void apply(const Unroll& directive, Scop& scop, const Location& at) {
  Statement& statement = statement_of(scop, directive.compute);
  statement.loops[level_of(statement, directive.loop)].unroll = {factor_of(directive), at};
}

}  // namespace pom::poly
