#include "polyhedral/primitives/loop_edit.hpp"
#include "polyhedral/primitives/primitives.hpp"

namespace pom::poly {

/// What lies in the loop is a question to the final schedule: buffers/place_buffers.hpp.
Status check(const AccumulateAt& directive, const Scop& scop, const Location& at) {
  if (Status unused = check_used(scop, directive.array, "accumulate", at)) return unused;
  const Result<int> level = find_loop(statement_of(scop, directive.compute), directive.loop, at);
  if (!level) return level.errors().front();
  return std::nullopt;
}

void apply(const AccumulateAt& directive, Scop& scop, const Location& at) {
  const Statement& statement = statement_of(scop, directive.compute);
  const std::string& loop = statement.loops[static_cast<std::size_t>(level_of(statement, directive.loop))].name;
  scop.hardware.buffers.push_back(
      {scop.program->find_array(directive.array), scop.program->find_compute(directive.compute), loop, at, true});
}

}  // namespace pom::poly
