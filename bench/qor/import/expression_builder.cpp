#include "bench/qor/import/expression_builder.hpp"

#include <algorithm>

#include "bench/qor/description/operation_name.hpp"
#include "bench/qor/description/unsupported.hpp"
#include "bench/qor/import/add_expression.hpp"
#include "bench/qor/import/declarations.hpp"
#include "bench/qor/import/evaluate_term.hpp"
#include "bench/qor/import/index_arithmetic.hpp"
#include "bench/qor/import/notes.hpp"
#include "bench/qor/import/place.hpp"
#include "dse/kernel/index.hpp"

namespace pom::dse::qor {

namespace {

constexpr int deepest_expression = 400;

Index opaque_index(int value = -1) {
  Index index;
  index.opaque = true;
  index.value = value;
  return index;
}

/// Tells whether the index adds loops, each once, and a constant.
bool is_sum_of_loops(const Index& index, const Function& function) {
  const auto is_loop = [&](int number) {
    return std::find(function.symbols.begin(), function.symbols.end(), number) == function.symbols.end();
  };
  return !index.opaque && index.divisions.empty() &&
         std::all_of(index.terms.begin(), index.terms.end(),
                     [&](const Index::Term& term) { return term.coefficient == 1 && is_loop(term.loop); });
}

bool is_increment(const Term& term) { return term.text.starts_with("post") || term.text.starts_with("pre"); }

/// The number of bits from `low` to `high`.
std::int64_t width_of(const std::optional<Index>& high, const std::optional<Index>& low) {
  const auto negative = low ? scale(*low, -1) : std::nullopt;
  const auto distance = high && negative ? add(*high, *negative) : std::nullopt;
  if (!distance || !distance->is_constant() || distance->constant < 0 || distance->constant > 65536)
    refuse("a range of bits whose width is not known");
  return distance->constant + 1;
}

/// The callee that the first word of a call names. Nothing for functions that only a simulation calls.
std::optional<int> find_callee(const std::vector<Term>& words, const Program& program) {
  if (words.empty()) refuse("a call of nothing");
  if (words[0].kind != Term::Kind::name) refuse("a call whose callee the description cannot name: " + words[0].text);
  const std::string& name = words[0].text;
  const auto found = program.by_name.find(name);
  if (found == program.by_name.end()) {
    if (name == "printf" || name == "fprintf" || name == "puts" || name == "assert") return {};
    refuse("the function " + name + " is called, which the description does not hold");
  }
  const FunctionFacts& facts = program.functions[found->second];
  if (words.size() - 1 != facts.parameters.size())
    refuse("the function " + name + " is called with " + std::to_string(words.size() - 1) + " arguments of " +
           std::to_string(facts.parameters.size()));
  return found->second;
}

}  // namespace

ExpressionBuilder::ExpressionBuilder(const Program& program, const FunctionFacts& facts, Function& function,
                                     Environment& environment, ParameterConstants& constants,
                                     std::vector<std::string>& notes)
    : program_(program),
      facts_(facts),
      function_(function),
      environment_(environment),
      constants_(constants),
      notes_(notes) {}

int ExpressionBuilder::build(const Term& term, std::optional<NumberType> expected) {
  switch (term.kind) {
    case Term::Kind::number:
      return add_constant(function_, term.value,
                          expected        ? *expected
                          : term.integral ? integer_type(32)
                                          : float_type(64));
    case Term::Kind::name:
      return build_name(term, expected);
    case Term::Kind::subscript:
      return build_subscript(term);
    case Term::Kind::unknown:
      return build_unreadable(term, expected);
    case Term::Kind::operation:
      break;
  }
  if (++depth_ > deepest_expression) refuse("an expression nested too deep");
  const int built = build_operation(term, expected);
  --depth_;
  return built;
}

Index ExpressionBuilder::build_index(const Term& term) {
  if (const auto known = evaluate_affine(term, environment_)) return *known;
  return opaque_index(build(term, integer_type(32)));
}

std::optional<Place> ExpressionBuilder::find_place(const Term& term) {
  return qor::find_place(term, environment_, function_,
                         [this](const Term& subscript) { return build_index(subscript); });
}

Place ExpressionBuilder::place(const Term& term) {
  if (const auto found = find_place(term)) return *found;
  const Term* base = &term;
  while (base->kind != Term::Kind::name && !base->operands.empty()) base = &base->operands.front();
  refuse("no array is known by the name " + base->text);
}

int ExpressionBuilder::build_name(const Term& term, std::optional<NumberType> expected) {
  auto symbol = environment_.scopes.find(term.text);
  if (!symbol) {
    // A scalar that is read above its first assignment: in a loop, or without a value.
    const auto scalar = facts_.scalars.find(term.text);
    if (scalar == facts_.scalars.end() || scalar->second.empty()) refuse("the name " + term.text + " is not declared");
    symbol = Symbol{find_or_declare_scalar(function_, environment_.scopes, term.text, scalar->second, -1), -1};
  }
  if (symbol->loop >= 0) return add_iterator(function_, symbol->loop);
  const auto known = environment_.values.find(symbol->array);
  if (known != environment_.values.end()) {
    const auto& [constant, index] = known->second;
    const NumberType type = array(symbol->array).element;
    if (constant) return add_constant(function_, *constant, expected && expected->kind == type.kind ? *expected : type);
    if (index && index->is_constant()) return add_constant(function_, static_cast<double>(index->constant), type);
    // Conditions on a scalar that the loops make are conditions on the loops.
    if (index && is_sum_of_loops(*index, function_)) return add_sum(function_, *index);
  }
  const auto target = find_place(term);
  if (!target) refuse("the pointer " + term.text + " is used as a number");
  return add_load(function_, *target);
}

int ExpressionBuilder::build_subscript(const Term& term) {
  const auto target = find_place(term);
  if (!target) refuse("an element of something that is no array");
  const std::size_t rank = array(target->array).shape.size();
  if (target->indices.size() == rank) return add_load(function_, *target);
  if (target->indices.size() < rank) refuse("a row of " + array(target->array).name + " is used as a number");
  if (target->indices.size() > rank + 1 || array(target->array).element.is_float())
    refuse("too many subscripts of " + array(target->array).name);
  // One subscript more than dimensions: a bit of an integer.
  Place word = *target;
  word.indices.pop_back();
  const int shifted = add_load(function_, word);
  const int by = build(term.operands.back(), integer_type(32));
  const int bit = add_operation(function_, OpKind::shr, type_of(shifted), {shifted, by});
  return add_cast(function_, bit, integer_type(1, false));
}

int ExpressionBuilder::build_operation(const Term& term, std::optional<NumberType> expected) {
  if (term.text == "call") return build_called_value(term, expected);
  if (term.text == "read") return build_stream_read(term);
  if (term.text == ".range" || term.text == "range") return build_bit_range(term);
  if (is_increment(term)) return build_increment(term);
  if (term.is_operation("deref") || (term.text.find('[') != std::string::npos && find_place(term))) {
    Place target = place(term);
    if (target.indices.size() < array(target.array).shape.size()) target.indices.push_back(constant_index(0));
    return add_load(function_, target);
  }
  const auto name = read_operation(term.text);
  if (!name) return build_unknown_operation(term, expected);
  if (static_cast<int>(term.operands.size()) != name->operands)
    refuse("the operation " + term.text + " has " + std::to_string(term.operands.size()) + " operands");
  if (name->op == OpKind::cast) {
    const int from = build(term.operands[0]);
    const bool half = term.text == "fpext" && type_of(from).is_float() && type_of(from).bits == 16;
    const bool to_half = term.text == "fptrunc" && expected && expected->is_float() && expected->bits == 16;
    return add_cast(function_, from, half ? float_type(32) : to_half ? *expected : *name->type);
  }
  return build_operation_on(name->op, term.operands,
                            name->type                ? name->type
                            : is_comparison(name->op) ? std::nullopt
                                                      : expected);
}

int ExpressionBuilder::build_unknown_operation(const Term& term, std::optional<NumberType> expected) {
  std::vector<int> operands;
  for (const Term& operand : term.operands) operands.push_back(build(operand, expected));
  add_note(notes_, function_, "an operation without a name in the model: " + term.text);
  const int built = add_unknown(function_, term.text,
                                expected.value_or(operands.empty() ? integer_type(32) : type_of(operands.front())));
  function_.expressions[built].operands = std::move(operands);
  return built;
}

int ExpressionBuilder::build_operation_on(OpKind op, const std::vector<Term>& operands,
                                          std::optional<NumberType> type) {
  Expression built;
  built.op = op;
  built.operands.assign(operands.size(), -1);
  const std::size_t first = op == OpKind::select ? 1 : 0;
  if (first == 1) built.operands[0] = build(operands[0], integer_type(1, false));
  if (is_comparison(op) || op == OpKind::select || !type) {
    std::optional<NumberType> found;
    for (std::size_t n = first; n < operands.size(); ++n) {
      if (evaluate_constant(operands[n], environment_)) continue;
      built.operands[n] = build(operands[n], type);
      const NumberType& its = type_of(built.operands[n]);
      if (!found || (its.is_float() && !found->is_float())) found = its;
    }
    if (!type) type = found;
  }
  for (std::size_t n = first; n < operands.size(); ++n) {
    if (built.operands[n] < 0) built.operands[n] = build(operands[n], type);
    if (!type) type = type_of(built.operands[n]);
  }
  built.type = *type;
  return add_folded(function_, std::move(built));
}

/// (.range word high low): some bits of a word; free wires when the place is fixed.
int ExpressionBuilder::build_bit_range(const Term& term) {
  if (term.operands.size() != 3) refuse("a range of bits without bounds");
  const int word = build(term.operands[0]);
  const std::int64_t width =
      width_of(evaluate_affine(term.operands[1], environment_), evaluate_affine(term.operands[2], environment_));
  const NumberType type = type_of(word);
  const int low = build(term.operands[2], integer_type(32));
  const int bits = add_operation(function_, OpKind::shr, type, {word, low});
  return add_cast(function_, bits, integer_type(static_cast<int>(width), false));
}

int ExpressionBuilder::build_unreadable(const Term& term, std::optional<NumberType> expected) {
  add_note(notes_, function_, "an expression that the description's author could not read: " + term.text);
  return add_unknown(function_, term.text, expected.value_or(integer_type(32)));
}

int ExpressionBuilder::build_stream_read(const Term& term) {
  if (term.operands.size() != 1) refuse("a read of something else than one stream");
  const Place from = place(term.operands[0]);
  if (!array(from.array).stream) refuse("a read of " + array(from.array).name + ", which is no stream");
  return add_load(function_, from);
}

int ExpressionBuilder::build_increment(const Term& term) {
  const bool down = term.text.ends_with("--");
  if (term.operands.size() != 1 || (!down && !term.text.ends_with("++"))) refuse("the operation " + term.text);
  const Place target = place(term.operands[0]);
  if (target.indices.size() != array(target.array).shape.size()) refuse("a pointer is moved by " + term.text);
  const int before = add_load(function_, target);
  const NumberType type = array(target.array).element;
  const int one = add_constant(function_, 1, type);
  Node node;
  node.assignment = {target.array, target.indices,
                     add_operation(function_, down ? OpKind::sub : OpKind::add, type, {before, one})};
  environment_.values.erase(target.array);
  if (term.text.starts_with("pre")) {
    before_.push_back(std::move(node));
    return add_load(function_, target);
  }
  behind_.push_back(std::move(node));
  return before;
}

void ExpressionBuilder::pass_argument(Call& call, const FunctionFacts& callee, std::size_t parameter,
                                      const Term& argument) {
  const std::string& name = callee.parameters[parameter];
  const DeclaredType& type = callee.types[parameter];
  const bool is_memory = !type.shape.empty() || type.stream;
  const auto target = is_memory || callee.assigned.contains(name) ? find_place(argument) : std::nullopt;
  if (!target && is_memory) refuse("the argument " + name + " of " + callee.name + " is no known array");
  if (target) {
    call.arrays.push_back(target->array);
    call.offsets.push_back(target->indices);
    call.values.push_back(-1);
    call.scalars.push_back(opaque_index());
    constants_.note(call.function, parameter, {});
    if (array(target->array).shape.empty()) environment_.values.erase(target->array);
    return;
  }
  call.arrays.push_back(-1);
  call.offsets.emplace_back();
  constants_.note(call.function, parameter, evaluate_constant(argument, environment_));
  call.scalars.push_back(evaluate_affine(argument, environment_).value_or(opaque_index()));
  call.values.push_back(build(argument, type.element));
}

std::optional<int> ExpressionBuilder::build_call(const std::vector<Term>& words) {
  const auto callee = find_callee(words, program_);
  if (!callee) return {};
  const FunctionFacts& facts = program_.functions[*callee];
  Node node;
  node.kind = Node::Kind::call;
  node.call.function = *callee;
  for (std::size_t n = 0; n < facts.parameters.size(); ++n) pass_argument(node.call, facts, n, words[n + 1]);
  const auto pass = [&](int passed) {
    node.call.arrays.push_back(passed);
    node.call.offsets.emplace_back();
    node.call.values.push_back(-1);
  };
  for (const std::string& global : facts.shared_globals) {
    const auto its = environment_.scopes.find(global);
    if (!its || its->array < 0) refuse("the global " + global + " is hidden by another name");
    pass(its->array);
    environment_.values.erase(its->array);
  }
  std::optional<int> result;
  if (facts.returns) {
    result = declare_array(function_, environment_.scopes, facts.name + ".result", {integer_type(32), {}, false},
                           Array::Role::local);
    returned_.push_back({*result, *callee});
    pass(*result);
  }
  before_.push_back(std::move(node));
  return result;
}

/// A call inside an expression: of the mathematical library, or of a function that is called before the statement.
int ExpressionBuilder::build_called_value(const Term& term, std::optional<NumberType> expected) {
  const std::vector<Term>& words = term.operands;
  if (!words.empty() && words[0].kind == Term::Kind::unknown) {
    const int called = build_unreadable(words[0], expected);
    for (std::size_t n = 1; n < words.size(); ++n) {
      const int operand = build(words[n], expected);
      function_.expressions[called].operands.push_back(operand);
    }
    return called;
  }
  if (words.empty() || words[0].kind != Term::Kind::name) refuse("a call of something without a name");
  const std::string& name = words[0].text;
  if (const auto found = program_.by_name.find(name); found != program_.by_name.end()) {
    if (!program_.functions[found->second].returns) refuse("the function " + name + " returns nothing");
    const int result = *build_call(words);
    // The callee is imported later, and then the type is set right; until then the best guess.
    if (expected) array(result).element = *expected;
    return add_load(function_, {result, {}});
  }
  const auto library = read_library_function(name);
  if (!library) refuse("the function " + name + " is called, which the description does not hold");
  if (static_cast<int>(words.size()) - 1 != library->operands)
    refuse("the function " + name + " has " + std::to_string(words.size() - 1) + " arguments");
  return build_operation_on(library->op, {words.begin() + 1, words.end()}, library->type);
}

}  // namespace pom::dse::qor
