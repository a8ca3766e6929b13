#include "bench/qor/description/operation_name.hpp"
#include "bench/qor/description/unsupported.hpp"
#include "bench/qor/import/function_builder.hpp"

namespace pom::dse::qor {

namespace {

Index unknown_index() {
  Index index;
  index.opaque = true;
  return index;
}

}  // namespace

bool FunctionBuilder::takes_reference(int callee, std::size_t parameter) const {
  const FunctionFacts& facts = state_.program.functions[callee];
  const DeclaredType& type = facts.types[parameter];
  return !type.shape.empty() || type.stream || facts.assigned.contains(facts.parameters[parameter]);
}

void FunctionBuilder::note_constant(int callee, std::size_t parameter, std::optional<double> value) {
  auto known = state_.arguments[callee].begin() + static_cast<std::ptrdiff_t>(parameter);
  auto seen = state_.argument_seen[callee].begin() + static_cast<std::ptrdiff_t>(parameter);
  if (*seen && *known != value) known->reset();
  if (!*seen) *known = value;
  *seen = true;
}

void FunctionBuilder::pass_argument(Call& call, int callee, std::size_t parameter, const Term& argument) {
  const FunctionFacts& facts = state_.program.functions[callee];
  const auto target = takes_reference(callee, parameter) ? place(argument) : std::nullopt;
  const bool reference = !facts.types[parameter].shape.empty() || facts.types[parameter].stream;
  if (!target && reference)
    refuse("the argument " + facts.parameters[parameter] + " of " + facts.name + " is no known array");
  if (target) {
    call.arrays.push_back(target->array);
    call.offsets.push_back(target->indices);
    call.values.push_back(-1);
    call.scalars.push_back(unknown_index());
    note_constant(callee, parameter, {});
    if (array(target->array).shape.empty()) forget(target->array);
    return;
  }
  call.arrays.push_back(-1);
  call.offsets.emplace_back();
  note_constant(callee, parameter, constant(argument));
  call.scalars.push_back(affine(argument).value_or(unknown_index()));
  call.values.push_back(expression(argument, facts.types[parameter].element));
}

/// The words of a call: the function's name, then its arguments.
void FunctionBuilder::build_call(const std::vector<Term>& words) {
  if (words.empty()) refuse("a call of nothing");
  if (words[0].kind != Term::Kind::name) refuse("a call whose callee the description cannot name: " + words[0].text);
  const std::string& name = words[0].text;
  const auto found = state_.program.by_name.find(name);
  if (found == state_.program.by_name.end()) {
    if (name == "printf" || name == "fprintf" || name == "puts" || name == "assert") return;  // simulation only
    refuse("the function " + name + " is called, which the description does not hold");
  }
  const int callee = found->second;
  const FunctionFacts& facts = state_.program.functions[callee];
  if (words.size() - 1 != facts.parameters.size())
    refuse("the function " + name + " is called with " + std::to_string(words.size() - 1) + " arguments of " +
           std::to_string(facts.parameters.size()));
  Node node;
  node.kind = Node::Kind::call;
  node.call.function = callee;
  for (std::size_t n = 0; n < facts.parameters.size(); ++n) pass_argument(node.call, callee, n, words[n + 1]);
  const auto pass = [&](int passed) {
    node.call.arrays.push_back(passed);
    node.call.offsets.emplace_back();
    node.call.values.push_back(-1);
  };
  for (const std::string& global : facts.shared_globals) {
    const auto its = find_name(global);
    if (!its || its->array < 0) refuse("the global " + global + " is hidden by another name");
    pass(its->array);
    forget(its->array);
  }
  if (facts.returns) {
    const int result = add_array(name + ".result", {integer_type(32), {}, false}, Array::Role::local);
    state_.results.push_back({number_, result, callee});
    pass(result);
  }
  nodes_->push_back(std::move(node));
}

/// A call whose callee the description's author could not read.
int FunctionBuilder::unknown_call(const Term& term, std::optional<NumberType> expected) {
  const int called = unknown(term.operands[0], expected);
  for (std::size_t n = 1; n < term.operands.size(); ++n) {
    const int operand = expression(term.operands[n], expected);
    value(called).operands.push_back(operand);
  }
  return called;
}

/// A call inside an expression: of the mathematical library, or of a function that is called just before.
int FunctionBuilder::call_value(const Term& term, std::optional<NumberType> expected) {
  if (!term.operands.empty() && term.operands[0].kind == Term::Kind::unknown) return unknown_call(term, expected);
  if (term.operands.empty() || term.operands[0].kind != Term::Kind::name) refuse("a call of something without a name");
  const std::string& name = term.operands[0].text;
  if (const auto found = state_.program.by_name.find(name); found != state_.program.by_name.end()) {
    if (!state_.program.functions[found->second].returns) refuse("the function " + name + " returns nothing");
    build_call(term.operands);
    const int result = nodes_->back().call.arrays.back();
    // The callee is read later, and then the type is set right; until then the best guess.
    if (expected) array(result).element = *expected;
    return load({result, {}});
  }
  const auto library = read_library_function(name);
  if (!library) refuse("the function " + name + " is called, which the description does not hold");
  if (static_cast<int>(term.operands.size()) - 1 != library->operands)
    refuse("the function " + name + " has " + std::to_string(term.operands.size() - 1) + " arguments");
  Term arguments = term;
  arguments.operands.erase(arguments.operands.begin());
  return binary(library->op, arguments, library->type);
}

}  // namespace pom::dse::qor
