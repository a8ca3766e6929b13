#include "polyhedral/ir/mark_process.hpp"

#include <algorithm>

#include "dsl/model/names.hpp"

namespace pom::poly {

FunctionMark mark_process(const Scop& scop, const std::string& compute, const Location& at) {
  const auto is_given = [&](const std::string& name) {
    return std::any_of(scop.statements.begin(), scop.statements.end(), [&](const Statement& statement) {
      return statement.function && statement.function->name == name;
    });
  };
  std::string name = dsl::name_generated_function(*scop.program, compute, "process");
  for (int n = 2; is_given(name); ++n)
    name = dsl::name_generated_function(*scop.program, compute, "process" + std::to_string(n));
  return {name, at};
}

const ProcessMark* find_process(const Scop& scop, int nest) {
  for (const ProcessMark& mark : scop.hardware.processes) {
    if (std::any_of(mark.statements.begin(), mark.statements.end(),
                    [&](int statement) { return scop.statements[statement].position.front() == nest; }))
      return &mark;
  }
  return nullptr;
}

int first_nest_of_process(const Scop& scop, int nest) {
  const ProcessMark* mark = find_process(scop, nest);
  if (!mark) return nest;
  int first = nest;
  for (const int statement : mark->statements) first = std::min(first, scop.statements[statement].position.front());
  return first;
}

}  // namespace pom::poly
