#include <algorithm>

#include "polyhedral/primitives/loop_edit.hpp"
#include "polyhedral/primitives/primitives.hpp"

namespace pom::poly {

/// Which buffers the loop holds, and what crosses its iterations, is a question to the final schedule:
/// buffers/make_regions.hpp.
Status check(const DoubleBuffer& directive, const Scop& scop, const Location& at) {
  const Result<int> level = find_loop(statement_of(scop, directive.compute), directive.loop, at);
  if (!level) return level.errors().front();
  return std::nullopt;
}

void apply(const DoubleBuffer& directive, Scop& scop, const Location& at) {
  const Statement& statement = statement_of(scop, directive.compute);
  const std::string& loop = statement.loops[static_cast<std::size_t>(level_of(statement, directive.loop))].name;
  scop.hardware.regions.push_back({scop.program->find_compute(directive.compute), loop, at, {}, {}, {}});
}

}  // namespace pom::poly
