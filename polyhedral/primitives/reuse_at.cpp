#include <string>

#include "polyhedral/primitives/loop_edit.hpp"
#include "polyhedral/primitives/primitives.hpp"

namespace pom::poly {

/// What the loop's iterations share is a question to the final schedule: streaming/place_windows.hpp.
Status check(const ReuseAt& directive, const Scop& scop, const Location& at) {
  if (Status unused = check_used(scop, directive.array, "reuse", at)) return unused;
  const Result<int> level = find_loop(statement_of(scop, directive.compute), directive.loop, at);
  if (!level) return level.errors().front();
  const int array = scop.program->find_array(directive.array), compute = scop.program->find_compute(directive.compute);
  const std::string& loop = scop.statements[compute].loops[static_cast<std::size_t>(*level)].name;
  for (const ReuseMark& mark : scop.hardware.reuses) {
    if (mark.array != array || mark.statement != compute || mark.loop != loop) continue;
    return make_error("bad-reuse",
                      "what \"" + directive.compute + "\" reads of \"" + directive.array +
                          "\" is handed on in loop \"" + loop + "\" already, as line " + std::to_string(mark.at.line) +
                          " says",
                      at);
  }
  return std::nullopt;
}

void apply(const ReuseAt& directive, Scop& scop, const Location& at) {
  const Statement& statement = statement_of(scop, directive.compute);
  const std::string& loop = statement.loops[static_cast<std::size_t>(level_of(statement, directive.loop))].name;
  scop.hardware.reuses.push_back(
      {scop.program->find_array(directive.array), scop.program->find_compute(directive.compute), loop, at});
}

}  // namespace pom::poly
