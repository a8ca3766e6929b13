#include "polyhedral/ir/mark_process.hpp"
#include "polyhedral/primitives/loop_edit.hpp"
#include "polyhedral/primitives/primitives.hpp"

namespace pom::poly {

/// Which nests stand between these is a question to the final schedule: dataflow/check_dataflow.hpp.
Status check(const ProcessGroup& directive, const Scop& scop, const Location& at) {
  for (const std::string& compute : directive.computes) {
    const Statement& statement = statement_of(scop, compute);
    const int nest = statement.position.front();
    const auto refuse = [&](const std::string& is_already, const Location& there) {
      Diagnostic error =
          make_error("conflicting-mark", "the nest of \"" + statement.name + "\" is already " + is_already, at);
      error.notes.push_back(note_of_mark("asked for", there));
      return error;
    };
    if (const ProcessMark* mark = find_process(scop, nest))
      return refuse("part of process \"" + mark->name + "\"", mark->at);
    for (const Statement& other : scop.statements) {
      if (other.function && other.position.front() == nest)
        return refuse("function " + other.function->name, other.function->at);
    }
  }
  return std::nullopt;
}

void apply(const ProcessGroup& directive, Scop& scop, const Location& at) {
  ProcessMark mark{directive.name, {}, at};
  for (const std::string& compute : directive.computes) mark.statements.push_back(scop.program->find_compute(compute));
  scop.statements[mark.statements.front()].function = FunctionMark{directive.name, at};
  scop.hardware.processes.push_back(std::move(mark));
}

}  // namespace pom::poly
