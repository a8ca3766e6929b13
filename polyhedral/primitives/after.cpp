#include <algorithm>

#include "dsl/model/position.hpp"
#include "polyhedral/primitives/loop_edit.hpp"
#include "polyhedral/primitives/primitives.hpp"

namespace pom::poly {

namespace {

int shared_level(const After& directive, const Scop& scop) {
  if (directive.loop.name.empty()) return directive.loop.level;
  return level_of(statement_of(scop, directive.other), directive.loop);
}

}  // namespace

Status check(const After& directive, const Scop& scop, const Location& at) {
  const Statement &moved = statement_of(scop, directive.compute), &anchor = statement_of(scop, directive.other);
  if (!directive.loop.name.empty()) {
    const Result<int> level = find_loop(anchor, directive.loop, at);
    if (!level) return level.errors().front();
  }
  const int level = shared_level(directive, scop);
  for (const Statement* statement : {&anchor, &moved}) {
    if (level >= -1 && level < static_cast<int>(statement->loops.size())) continue;
    return Diagnostic{Severity::error,
                      "bad-level",
                      "\"" + moved.name + "\" cannot share loop level " + std::to_string(level) + " of \"" +
                          anchor.name + "\": \"" + statement->name + "\" has " +
                          std::to_string(statement->loops.size()) + " loops",
                      at,
                      {},
                      ""};
  }
  return std::nullopt;
}

void apply(const After& directive, Scop& scop, const Location&) {
  std::vector<std::vector<int>*> positions;
  for (Statement& statement : scop.statements) positions.push_back(&statement.position);
  dsl::place_after(positions, scop.program->find_compute(directive.compute),
                   scop.program->find_compute(directive.other), shared_level(directive, scop));
}

}  // namespace pom::poly
