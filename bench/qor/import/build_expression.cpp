#include <algorithm>
#include <cmath>

#include "bench/qor/description/operation_name.hpp"
#include "bench/qor/description/unsupported.hpp"
#include "bench/qor/import/function_builder.hpp"
#include "bench/qor/import/index_arithmetic.hpp"

namespace pom::dse::qor {

namespace {

constexpr std::size_t most_expressions = 2'000'000;

}  // namespace

int FunctionBuilder::add(Expression added) {
  if (function_.expressions.size() >= most_expressions) refuse("the function " + function_.name + " is too large");
  function_.expressions.push_back(std::move(added));
  return static_cast<int>(function_.expressions.size()) - 1;
}

int FunctionBuilder::number(double value, NumberType type) {
  Expression constant;
  constant.type = type;
  constant.constant = value;
  return add(std::move(constant));
}

int FunctionBuilder::expression(const Term& term, std::optional<NumberType> expected) {
  switch (term.kind) {
    case Term::Kind::number:
      return number(term.value, expected ? *expected : term.integral ? integer_type(32) : float_type(64));
    case Term::Kind::name:
      return name_value(term, expected);
    case Term::Kind::subscript:
      return subscript_value(term);
    case Term::Kind::unknown:
      return unknown(term, expected);
    case Term::Kind::operation:
      break;
  }
  return operation(term, expected);
}

/// Loops, each once, and a constant.
bool FunctionBuilder::is_sum_of_loops(const Index& index) const {
  return !index.opaque && index.divisions.empty() &&
         std::all_of(index.terms.begin(), index.terms.end(),
                     [&](const Index::Term& term) { return term.coefficient == 1 && term.loop >= symbols_; });
}

/// A scalar is what the loops make of it: conditions on it are conditions on them.
int FunctionBuilder::sum_of_loops(const Index& index) {
  int sum = -1;
  const auto plus = [&](int operand) {
    Expression added;
    added.op = OpKind::add;
    added.type = integer_type(32);
    added.operands = {sum, operand};
    sum = sum < 0 ? operand : add(std::move(added));
  };
  for (const Index::Term& term : index.terms) {
    Expression iterator;
    iterator.op = OpKind::iterator;
    iterator.type = integer_type(32);
    iterator.loop = term.loop;
    plus(add(std::move(iterator)));
  }
  if (index.constant != 0) plus(number(static_cast<double>(index.constant), integer_type(32)));
  return sum;
}

int FunctionBuilder::name_value(const Term& term, std::optional<NumberType> expected) {
  auto name = find_name(term.text);
  if (!name) {
    // A scalar that is read above its first assignment: in a loop, or without a value.
    const auto scalar = facts_.scalars.find(term.text);
    if (scalar == facts_.scalars.end() || scalar->second.empty()) refuse("the name " + term.text + " is not declared");
    name = Name{scalar_or_new(term.text, scalar->second, -1), -1};
  }
  if (name->loop >= 0) {
    Expression iterator;
    iterator.op = OpKind::iterator;
    iterator.type = integer_type(32);
    iterator.loop = name->loop;
    return add(std::move(iterator));
  }
  const auto known = known_.find(name->array);
  if (known != known_.end()) {
    const auto& [constant, index] = known->second;
    const NumberType type = array(name->array).element;
    if (constant) return number(*constant, expected && expected->kind == type.kind ? *expected : type);
    if (index && index->is_constant()) return number(static_cast<double>(index->constant), type);
    if (index && is_sum_of_loops(*index)) return sum_of_loops(*index);
  }
  const auto target = place(term);
  if (!target) refuse("the pointer " + term.text + " is used as a number");
  return load(*target);
}

int FunctionBuilder::load(const Place& from) {
  const Array& source = array(from.array);
  if (from.indices.size() < source.shape.size()) refuse("the array " + source.name + " is used as a number");
  Expression loaded;
  loaded.op = OpKind::load;
  loaded.type = source.element;
  loaded.array = from.array;
  loaded.indices = from.indices;
  return add(std::move(loaded));
}

int FunctionBuilder::subscript_value(const Term& term) {
  const auto target = place(term);
  if (!target) refuse("an element of something that is no array");
  const std::size_t rank = array(target->array).shape.size();
  if (target->indices.size() == rank) return load(*target);
  if (target->indices.size() < rank) refuse("a row of " + array(target->array).name + " is used as a number");
  if (target->indices.size() > rank + 1 || array(target->array).element.is_float())
    refuse("too many subscripts of " + array(target->array).name);
  // One subscript more than dimensions: a bit of an integer.
  Place word = *target;
  word.indices.pop_back();
  const int shifted = load(word);
  const int by = expression(term.operands.back(), integer_type(32));
  Expression shift;
  shift.op = OpKind::shr;
  shift.type = value(shifted).type;
  shift.operands = {shifted, by};
  return cast(add(std::move(shift)), integer_type(1, false));
}

int FunctionBuilder::cast(int from, NumberType type) {
  if (value(from).op == OpKind::constant) return number(value(from).constant, type);
  Expression converted;
  converted.op = OpKind::cast;
  converted.type = type;
  converted.operands = {from};
  return add(std::move(converted));
}

int FunctionBuilder::unknown(const Term& term, std::optional<NumberType> expected) {
  Expression nameless;
  nameless.op = OpKind::unknown;
  nameless.name = term.text;
  nameless.type = expected.value_or(integer_type(32));
  note("an expression that the description's author could not read: " + term.text);
  return add(std::move(nameless));
}

int FunctionBuilder::operation(const Term& term, std::optional<NumberType> expected) {
  if (++depth_ > 400) refuse("an expression nested too deep");
  struct Leave {
    int& depth;
    ~Leave() { --depth; }
  } leave{depth_};
  if (term.text == "call") return call_value(term, expected);
  if (term.text == "read") return stream_read(term);
  if (term.text == ".range" || term.text == "range") return bit_range(term);
  if (term.text.starts_with("post") || term.text.starts_with("pre")) return increment(term);
  if (term.is_operation("deref") || (term.text.find('[') != std::string::npos && place(term))) {
    auto target = whole_place(term);
    if (target.indices.size() < array(target.array).shape.size()) target.indices.push_back(constant_index(0));
    return load(target);
  }
  const auto name = read_operation(term.text);
  if (!name) {
    Expression nameless;
    nameless.op = OpKind::unknown;
    nameless.name = term.text;
    for (const Term& operand : term.operands) nameless.operands.push_back(expression(operand, expected));
    nameless.type =
        expected.value_or(nameless.operands.empty() ? integer_type(32) : value(nameless.operands.front()).type);
    note("an operation without a name in the model: " + term.text);
    return add(std::move(nameless));
  }
  if (static_cast<int>(term.operands.size()) != name->operands)
    refuse("the operation " + term.text + " has " + std::to_string(term.operands.size()) + " operands");
  if (name->op == OpKind::cast) {
    const int from = expression(term.operands[0]);
    const bool half = term.text == "fpext" && value(from).type.is_float() && value(from).type.bits == 16;
    const bool to_half = term.text == "fptrunc" && expected && expected->is_float() && expected->bits == 16;
    return cast(from, half ? float_type(32) : to_half ? *expected : *name->type);
  }
  return binary(name->op, term, name->type ? name->type : is_comparison(name->op) ? std::nullopt : expected);
}

/// Operands of `type`, or of the type that the operands agree on: constants take the others'.
int FunctionBuilder::binary(OpKind op, const Term& term, std::optional<NumberType> type) {
  Expression built;
  built.op = op;
  built.operands.assign(term.operands.size(), -1);
  const std::size_t first = op == OpKind::select ? 1 : 0;
  if (first == 1) built.operands[0] = expression(term.operands[0], integer_type(1, false));
  if (is_comparison(op) || op == OpKind::select || !type) {
    std::optional<NumberType> found;
    for (std::size_t n = first; n < term.operands.size(); ++n) {
      if (constant(term.operands[n])) continue;
      built.operands[n] = expression(term.operands[n], type);
      const NumberType& its = value(built.operands[n]).type;
      if (!found || (its.is_float() && !found->is_float())) found = its;
    }
    if (!type) type = found;
  }
  for (std::size_t n = first; n < term.operands.size(); ++n) {
    if (built.operands[n] < 0) built.operands[n] = expression(term.operands[n], type);
    if (!type) type = value(built.operands[n]).type;
  }
  built.type = *type;
  return fold(std::move(built));
}

/// Operations on constants are the compiler's, not the hardware's.
int FunctionBuilder::fold(Expression built) {
  const auto constant_at = [&](std::size_t n) -> std::optional<double> {
    if (n >= built.operands.size()) return {};
    const Expression& operand = value(built.operands[n]);
    return operand.op == OpKind::constant ? std::optional(operand.constant) : std::nullopt;
  };
  const auto a = constant_at(0), b = constant_at(1);
  if (built.op == OpKind::select && a) return built.operands[*a != 0 ? 1 : 2];
  if (built.op == OpKind::neg && a) return number(-*a, built.type);
  if (built.op == OpKind::sqrt && a && *a >= 0) return number(std::sqrt(*a), built.type);
  if (!a || !b) return add(std::move(built));
  const bool integer = built.type.kind == NumberType::Kind::integer;
  const NumberType truth = integer_type(1, false);
  switch (built.op) {
    case OpKind::add:
      return number(*a + *b, built.type);
    case OpKind::sub:
      return number(*a - *b, built.type);
    case OpKind::mul:
      return number(*a * *b, built.type);
    case OpKind::div:
      if (*b != 0) return number(integer ? std::trunc(*a / *b) : *a / *b, built.type);
      break;
    case OpKind::rem:
      if (*b != 0 && integer) return number(std::fmod(*a, *b), built.type);
      break;
    case OpKind::max:
      return number(std::max(*a, *b), built.type);
    case OpKind::min:
      return number(std::min(*a, *b), built.type);
    case OpKind::lt:
      return number(*a < *b, truth);
    case OpKind::le:
      return number(*a <= *b, truth);
    case OpKind::gt:
      return number(*a > *b, truth);
    case OpKind::ge:
      return number(*a >= *b, truth);
    case OpKind::eq:
      return number(*a == *b, truth);
    case OpKind::ne:
      return number(*a != *b, truth);
    case OpKind::bit_and:
      if (built.type.bits == 1) return number(*a != 0 && *b != 0, truth);
      break;
    case OpKind::bit_or:
      if (built.type.bits == 1) return number(*a != 0 || *b != 0, truth);
      break;
    default:
      break;
  }
  return add(std::move(built));
}

int FunctionBuilder::stream_read(const Term& term) {
  if (term.operands.size() != 1) refuse("a read of something else than one stream");
  const Place from = whole_place(term.operands[0]);
  if (!array(from.array).stream) refuse("a read of " + array(from.array).name + ", which is no stream");
  return load(from);
}

/// `x++` inside an expression: the value now, the increment behind the statement.
int FunctionBuilder::increment(const Term& term) {
  const bool down = term.text.ends_with("--");
  if (term.operands.size() != 1 || (!down && !term.text.ends_with("++"))) refuse("the operation " + term.text);
  const Place target = whole_place(term.operands[0]);
  if (target.indices.size() != array(target.array).shape.size()) refuse("a pointer is moved by " + term.text);
  const int before = load(target);
  Expression sum;
  sum.op = down ? OpKind::sub : OpKind::add;
  sum.type = array(target.array).element;
  sum.operands = {before, number(1, sum.type)};
  const int changed = add(std::move(sum));
  Node node;
  node.assignment = {target.array, target.indices, changed};
  forget(target.array);
  if (term.text.starts_with("pre")) {
    nodes_->push_back(node);
    return load(target);
  }
  after_.push_back(node);
  return before;
}

/// (.range word high low): some bits of a word; free wires when the place is fixed.
int FunctionBuilder::bit_range(const Term& term) {
  if (term.operands.size() != 3) refuse("a range of bits without bounds");
  const int word = expression(term.operands[0]);
  const auto high = affine(term.operands[1]), low = affine(term.operands[2]);
  const auto negative = low ? scale(*low, -1) : std::nullopt;
  const auto width = high && negative ? qor::add(*high, *negative) : std::nullopt;
  if (!width || !width->is_constant() || width->constant < 0 || width->constant > 65536)
    refuse("a range of bits whose width is not known");
  Expression shift;
  shift.op = OpKind::shr;
  shift.type = value(word).type;
  shift.operands = {word, expression(term.operands[2], integer_type(32))};
  return cast(add(std::move(shift)), integer_type(static_cast<int>(width->constant) + 1, false));
}

}  // namespace pom::dse::qor
