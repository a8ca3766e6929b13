#include "polyhedral/primitives/loop_edit.hpp"
#include "polyhedral/primitives/primitives.hpp"

namespace pom::poly {

Status check(const BindOp& directive, const Scop& scop, const Location& at) {
  const Statement& statement = statement_of(scop, directive.compute);
  for (const BindingMark& mark : statement.bindings) {
    if (mark.operation != directive.operation) continue;
    Diagnostic error =
        make_error("conflicting-mark", "\"" + mark.operation + "\" of \"" + statement.name + "\" is already bound", at);
    error.notes.push_back(note_of_mark("bound to " + mark.implementation, mark.at));
    return error;
  }
  return std::nullopt;
}

void apply(const BindOp& directive, Scop& scop, const Location& at) {
  statement_of(scop, directive.compute)
      .bindings.push_back({directive.operation, directive.implementation, directive.latency, at});
}

}  // namespace pom::poly
