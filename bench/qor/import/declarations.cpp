#include "bench/qor/import/declarations.hpp"

#include <algorithm>

#include "bench/qor/description/unsupported.hpp"
#include "bench/qor/import/assigned_names.hpp"
#include "dse/kernel/index.hpp"

namespace pom::dse::qor {

namespace {

const char* const result_name = "return";

/// Adds an array. A name that an array has already becomes "name.2".
int add_array(Function& function, const std::string& name, const DeclaredType& type, Array::Role role) {
  Array added;
  added.name = name;
  const auto same = [&](const Array& other) { return other.name == added.name; };
  for (int n = 2; std::any_of(function.arrays.begin(), function.arrays.end(), same); ++n) {
    added.name = name + "." + std::to_string(n);
  }
  added.element = type.element;
  added.shape = type.shape;
  added.stream = type.stream;
  added.role = role;
  function.arrays.push_back(added);
  return static_cast<int>(function.arrays.size()) - 1;
}

bool is_integer(const DeclaredType& type) { return type.element.kind == NumberType::Kind::integer; }

void declare_parameters(const FunctionFacts& facts, Function& function, Environment& environment) {
  for (std::size_t n = 0; n < facts.parameters.size(); ++n)
    function.parameters.push_back(
        declare_array(function, environment.scopes, facts.parameters[n], facts.types[n], Array::Role::argument));
}

/// Parameters that the body never assigns have one value: the constant that all calls pass, or a symbol in indices.
void name_values(const FunctionFacts& facts, int number, const ParameterConstants& constants, Function& function,
                 Environment& environment) {
  int symbols = 0;
  function.symbols.assign(facts.parameters.size(), -1);
  for (std::size_t n = 0; n < facts.parameters.size(); ++n) {
    const DeclaredType& type = facts.types[n];
    if (!type.shape.empty() || facts.assigned.contains(facts.parameters[n])) continue;
    if (const auto constant = constants.find(number, n)) {
      KnownValue& known = environment.values[function.parameters[n]];
      known.constant = constant;
      if (is_integer(type)) known.index = constant_index(static_cast<std::int64_t>(*constant));
    } else if (is_integer(type) && !type.stream) {
      function.symbols[n] = symbols++;
      environment.values[function.parameters[n]].index = loop_index(function.symbols[n]);
    }
  }
}

/// A global that is written is static memory of the top function, and a parameter of all others.
void declare_globals(const Program& program, const FunctionFacts& facts, bool is_top, Function& function,
                     Scopes& scopes) {
  for (const auto& [name, type] : program.globals) {
    if (scopes.find(name)) continue;
    const auto& shared = facts.shared_globals;
    if (std::find(shared.begin(), shared.end(), name) != shared.end()) {
      const int number =
          declare_array(function, scopes, name, type, is_top ? Array::Role::local : Array::Role::argument);
      function.arrays[number].is_static = is_top;
      if (!is_top) function.parameters.push_back(number);
    } else if (!program.written_globals.contains(name)) {
      declare_array(function, scopes, name, type, Array::Role::constant);
    }
  }
}

void declare_local_arrays(const FunctionFacts& facts, Function& function, Scopes& scopes) {
  for (const nlohmann::json& declaration : facts.text->value("arrays", nlohmann::json::array())) {
    const std::string name = text_of(declaration, "name");
    const DeclaredType type = parse_type(text_of(declaration, "type"));
    const bool constant = declaration.value("const", false), initialized = declaration.value("init", false);
    const bool table = constant || (initialized && !facts.assigned.contains(name) &&
                                    !assigned_names((*facts.text)["body"]).contains(name));
    const Array::Role role = table ? Array::Role::constant : Array::Role::local;
    Array& array = function.arrays[declare_array(function, scopes, name, type, role)];
    array.is_static = declaration.value("static", false);
    array.initialized = initialized && !table;
  }
}

}  // namespace

void declare_all(const Program& program, int number, const ParameterConstants& constants, Function& function,
                 Environment& environment) {
  const FunctionFacts& facts = program.functions[number];
  declare_parameters(facts, function, environment);
  if (number != 0) name_values(facts, number, constants, function, environment);
  declare_globals(program, facts, number == 0, function, environment.scopes);
  // The result has the type of what the body returns.
  if (facts.returns)
    function.parameters.push_back(
        declare_array(function, environment.scopes, result_name, {integer_type(32), {}, false}, Array::Role::argument));
  declare_local_arrays(facts, function, environment.scopes);
}

int declare_array(Function& function, Scopes& scopes, const std::string& name, const DeclaredType& type,
                  Array::Role role) {
  const int number = add_array(function, name, type, role);
  scopes.declare(name, {number, -1});
  return number;
}

int find_or_declare_scalar(Function& function, Scopes& scopes, const std::string& name, const std::string& type,
                           int value) {
  if (const auto symbol = scopes.find(name)) {
    if (symbol->array < 0) refuse("the loop's variable " + name + " is assigned");
    return symbol->array;
  }
  const DeclaredType declared =
      type.empty() ? DeclaredType{function.expressions[value].type, {}, false} : parse_type(type);
  const int number = add_array(function, name, declared, Array::Role::local);
  scopes.declare_in_function(name, {number, -1});
  return number;
}

}  // namespace pom::dse::qor
