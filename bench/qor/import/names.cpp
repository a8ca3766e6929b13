#include <algorithm>

#include "bench/qor/description/unsupported.hpp"
#include "bench/qor/import/finish_kernel.hpp"
#include "bench/qor/import/function_builder.hpp"
#include "bench/qor/import/index_arithmetic.hpp"

namespace pom::dse::qor {

namespace {

const char* const result_name = "return";

std::string leading_name(const std::string& text) {
  const std::size_t start = text.find_first_not_of("*(& ");
  if (start == std::string::npos) return "";
  const std::size_t end = text.find_first_of(" [(){}+-*/.", start);
  return text.substr(start, end == std::string::npos ? end : end - start);
}

/// The names that a statement may change, its own body's included.
void collect_assigned(const nlohmann::json& body, std::set<std::string>& names) {
  if (!body.is_array()) return;
  for (const nlohmann::json& node : body) {
    if (!node.is_object()) continue;
    names.insert(leading_name(text_of(node, "set")));
    const std::string definition = text_of(node, "def");
    names.insert(definition.substr(0, definition.find(':')));
    names.insert(text_of(node, "var"));
    for (const char* part : {"expr", "set", "do", "call", "if"}) {
      // An increment inside an expression, or an address that a callee may write through.
      const std::string text = text_of(node, part);
      for (const char* mark : {"++ ", "-- ", "&"}) {
        for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1)) {
          names.insert(leading_name(text.substr(at + std::string(mark).size())));
        }
      }
      if (std::string(part) != "call") continue;
      for (std::size_t at = text.find(' '); at != std::string::npos; at = text.find(' ', at + 1)) {
        names.insert(leading_name(text.substr(at + 1)));  // references
      }
    }
    for (const char* part : {"body", "then", "else"}) {
      if (node.contains(part)) collect_assigned(node[part], names);
    }
  }
}

}  // namespace

FunctionBuilder::FunctionBuilder(ImportState& state, int number, Function& function)
    : state_(state), facts_(state.program.functions[number]), number_(number), function_(function) {
  function_.name = facts_.name;
  scopes_.emplace_back();
}

void FunctionBuilder::build() {
  declare_parameters();
  declare_globals();
  declare_arrays();
  for (const nlohmann::json& node : {std::cref(*facts_.text)}) apply_directives(node, nullptr);
  scopes_.emplace_back();
  build_body((*facts_.text)["body"], function_.body);
  bind_operators();
  insert_initializers(function_, loops_, declared_in_);
}

void FunctionBuilder::declare_parameters() {
  for (std::size_t n = 0; n < facts_.parameters.size(); ++n) {
    const int number = add_array(facts_.parameters[n], facts_.types[n], Array::Role::argument);
    function_.parameters.push_back(number);
    if (number_ == 0) continue;
    const auto constant = state_.arguments[number_][n];
    if (constant && facts_.types[n].shape.empty() && !facts_.assigned.contains(facts_.parameters[n])) {
      Known known{constant, {}};
      if (facts_.types[n].element.kind == NumberType::Kind::integer)
        known.index = Index{static_cast<std::int64_t>(*constant), {}, {}, false, -1};
      known_[number] = known;
    }
  }
  name_symbols();
}

/// An integer that the body never assigns is the same wherever it stands in an index.
void FunctionBuilder::name_symbols() {
  if (number_ == 0) return;
  function_.symbols.assign(facts_.parameters.size(), -1);
  for (std::size_t n = 0; n < facts_.parameters.size(); ++n) {
    const int number = function_.parameters[n];
    const bool number_only = facts_.types[n].shape.empty() && !facts_.types[n].stream &&
                             facts_.types[n].element.kind == NumberType::Kind::integer;
    if (!number_only || facts_.assigned.contains(facts_.parameters[n]) || known_.contains(number)) continue;
    function_.symbols[n] = loops_++;
    known_[number] = Known{{}, loop_index(function_.symbols[n])};
  }
  symbols_ = loops_;
}

bool FunctionBuilder::has_symbols(const Index& index) const {
  for (int symbol = 0; symbol < symbols_; ++symbol) {
    if (mentions(index, symbol)) return true;
  }
  return false;
}

void FunctionBuilder::declare_globals() {
  for (const auto& [name, type] : state_.program.globals) {
    if (find_name(name)) continue;
    const auto& shared = facts_.shared_globals;
    if (std::find(shared.begin(), shared.end(), name) != shared.end()) {
      const int number = add_array(name, type, number_ == 0 ? Array::Role::local : Array::Role::argument);
      array(number).is_static = number_ == 0;
      if (number_ != 0) function_.parameters.push_back(number);
    } else if (!state_.program.written_globals.contains(name)) {
      add_array(name, type, Array::Role::constant);
    }
  }
  if (!facts_.returns) return;
  // Its type is what the body returns.
  result_ = add_array(result_name, {integer_type(32), {}, false}, Array::Role::argument);
  function_.parameters.push_back(result_);
}

void FunctionBuilder::declare_arrays() {
  for (const nlohmann::json& declaration : facts_.text->value("arrays", nlohmann::json::array())) {
    const std::string name = text_of(declaration, "name");
    const DeclaredType type = parse_type(text_of(declaration, "type"));
    const bool written = facts_.assigned.contains(name);
    const bool table = declaration.value("const", false) || (declaration.value("init", false) && !written);
    const bool passed = table && !declaration.value("const", false) && [&] {
      std::set<std::string> names;
      collect_assigned((*facts_.text)["body"], names);
      return names.contains(name);
    }();
    const int number = add_array(name, type, table && !passed ? Array::Role::constant : Array::Role::local);
    array(number).is_static = declaration.value("static", false);
    array(number).initialized = declaration.value("init", false) && array(number).role == Array::Role::local;
  }
}

int FunctionBuilder::add_array(const std::string& name, const DeclaredType& type, Array::Role role) {
  Array added;
  added.name = name;
  const auto same = [&](const Array& other) { return other.name == added.name; };
  for (int n = 2; std::any_of(function_.arrays.begin(), function_.arrays.end(), same); ++n) {
    added.name = name + "." + std::to_string(n);
  }
  added.element = type.element;
  added.shape = type.shape;
  added.stream = type.stream;
  added.role = role;
  function_.arrays.push_back(added);
  const int number = static_cast<int>(function_.arrays.size()) - 1;
  scopes_.back()[name] = {number, -1};
  return number;
}

std::optional<FunctionBuilder::Name> FunctionBuilder::find_name(const std::string& name) const {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    if (const auto found = scope->find(name); found != scope->end()) return found->second;
  }
  return {};
}

int FunctionBuilder::scalar_or_new(const std::string& name, const std::string& type, int value) {
  if (const auto found = find_name(name)) {
    if (found->array < 0) refuse("the loop's variable " + name + " is assigned");
    return found->array;
  }
  // The description lists arrays only; a scalar is declared by its first assignment and lives as long as the function.
  const DeclaredType declared =
      type.empty() ? DeclaredType{function_.expressions[value].type, {}, false} : parse_type(type);
  const int number = add_array(name, declared, Array::Role::local);
  scopes_.back().erase(name);
  scopes_.front()[name] = {number, -1};
  return number;
}

void FunctionBuilder::forget_assigned(const Json& body) {
  std::set<std::string> names;
  collect_assigned(body, names);
  for (const std::string& name : names) {
    if (const auto found = find_name(name); found && found->array >= 0 && !is_symbol(found->array))
      forget(found->array);
  }
}

bool FunctionBuilder::is_symbol(int number) const {
  for (std::size_t p = 0; p < function_.symbols.size(); ++p) {
    if (function_.parameters[p] == number && function_.symbols[p] >= 0) return true;
  }
  return false;
}

void FunctionBuilder::remember(int number, int value, const std::optional<Index>& index) {
  forget(number);
  const Array& scalar = array(number);
  if (!scalar.shape.empty() || scalar.is_static || scalar.stream) return;
  Known known;
  const Expression& source = function_.expressions[value];
  if (source.op == OpKind::constant && scalar.element.kind != NumberType::Kind::fixed) known.constant = source.constant;
  if (scalar.element.kind == NumberType::Kind::integer) known.index = index;
  if (known.constant || known.index) known_[number] = known;
}

}  // namespace pom::dse::qor
