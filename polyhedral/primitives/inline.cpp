#include "dsl/model/names.hpp"
#include "polyhedral/primitives/loop_edit.hpp"
#include "polyhedral/primitives/primitives.hpp"

namespace pom::poly {

namespace {

std::string name_of(const InlineOff& directive, const dsl::Function& program) {
  if (!directive.function.empty()) return directive.function;
  return dsl::name_generated_function(program, directive.compute, "nest");
}

}  // namespace

Status check(const InlineOff& directive, const Scop& scop, const Location& at) {
  const Statement& statement = statement_of(scop, directive.compute);
  for (const Statement& other : scop.statements) {
    if (!other.function || other.position.front() != statement.position.front()) continue;
    Diagnostic error = make_error(
        "conflicting-mark", "the nest of \"" + statement.name + "\" is already function " + other.function->name, at);
    error.notes.push_back(note_of_mark("made a function", other.function->at));
    return error;
  }
  return std::nullopt;
}

void apply(const InlineOff& directive, Scop& scop, const Location& at) {
  statement_of(scop, directive.compute).function = FunctionMark{name_of(directive, *scop.program), at};
}

}  // namespace pom::poly
