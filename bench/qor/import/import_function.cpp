#include "bench/qor/import/import_function.hpp"

#include "bench/qor/import/declarations.hpp"
#include "bench/qor/import/directive_reader.hpp"
#include "bench/qor/import/environment.hpp"
#include "bench/qor/import/finish_kernel.hpp"
#include "bench/qor/import/statement_builder.hpp"

namespace pom::dse::qor {

ImportedFunction import_function(const Program& program, int number, ParameterConstants& constants,
                                 std::vector<std::string>& notes) {
  const FunctionFacts& facts = program.functions[number];
  Function function;
  function.name = facts.name;
  Environment environment;
  declare_all(program, number, constants, function, environment);
  DirectiveReader directives(facts, number == 0, function, environment, notes);
  directives.apply_to_function(*facts.text);
  ExpressionBuilder expressions(program, facts, function, environment, constants, notes);
  StatementBuilder statements(function, environment, expressions, directives);
  function.body = statements.build_body((*facts.text)["body"]);
  directives.bind_operators();
  insert_initializers(function, statements.next_loop(), directives.declared_in());
  return {std::move(function), directives.promised_trips(), expressions.returned_scalars()};
}

}  // namespace pom::dse::qor
