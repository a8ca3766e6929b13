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
  std::string name = dsl::name_generated_function(*scop.program, compute, "_process");
  for (int n = 2; is_given(name); ++n)
    name = dsl::name_generated_function(*scop.program, compute, "_process" + std::to_string(n));
  return {name, at};
}

}  // namespace pom::poly
