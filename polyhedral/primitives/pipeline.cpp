#include "polyhedral/primitives/loop_edit.hpp"
#include "polyhedral/primitives/primitives.hpp"

namespace pom::poly {

Status check(const Pipeline& directive, const Scop& scop, const Location& at) {
  const Statement& statement = statement_of(scop, directive.compute);
  const Result<int> level = find_loop(statement, directive.loop, at);
  if (!level) return level.errors().front();
  for (int other = 0; other < static_cast<int>(statement.loops.size()); ++other) {
    const ScheduledLoop& loop = statement.loops[other];
    if (!loop.pipeline) continue;
    const bool same = other == *level;
    if (same && loop.pipeline->interval == directive.interval) continue;
    const std::string first = "cannot pipeline loop " + statement.loops[*level].name + " of \"" + statement.name + "\"";
    Diagnostic error{Severity::error,
                     same ? "conflicting-mark" : "nested-pipeline",
                     same ? first + " with II " + std::to_string(directive.interval) + ": it already has II " +
                                std::to_string(loop.pipeline->interval)
                          : first + ": loop " + loop.name + " of the same nest is pipelined\n" +
                                "loops inside a pipelined loop are unrolled, so one of the two marks would be lost",
                     at,
                     {},
                     ""};
    error.notes.push_back(note_of_mark(loop.name + " is pipelined", loop.pipeline->at));
    return error;
  }
  return std::nullopt;
}

void apply(const Pipeline& directive, Scop& scop, const Location& at) {
  Statement& statement = statement_of(scop, directive.compute);
  statement.loops[level_of(statement, directive.loop)].pipeline = {directive.interval, at};
}

}  // namespace pom::poly
