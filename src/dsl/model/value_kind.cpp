#include "dsl/model/value_kind.hpp"

#include "dsl/model/conversion.hpp"
#include "dsl/model/function.hpp"
#include "dsl/model/number.hpp"

namespace pom::dsl {
namespace {

using Strength = ValueKind::Strength;

ValueKind typed(Type type) { return {Strength::typed, type}; }

}  // namespace

ValueKind KindFinder::find(const ExprNode& node) {
  auto known = known_.find(&node);
  if (known != known_.end()) return known->second;
  ValueKind kind = find_new(node);
  known_.emplace(&node, kind);
  return kind;
}

ValueKind KindFinder::combine(Op op, ValueKind a, ValueKind b) const {
  // What is too wide is refused when the operation is built.
  const auto result = [&](Type x, Type y) { return typed(arithmetic_type(op, x, y).value_or(promote(x))); };
  if (a.is_typed() && b.is_typed()) return result(a.type, b.type);
  if (!a.is_typed() && !b.is_typed()) return a.strength == Strength::weak_real ? a : b;
  Type type = a.is_typed() ? a.type : b.type;
  Strength weak = a.is_typed() ? b.strength : a.strength;
  if (weak == Strength::weak_real && !type.is_float() && !type.is_fixed()) return typed(real_type());
  type = promote(type);
  return is_number(type) ? result(type, type) : typed(type);
}

Type KindFinder::resolve(ValueKind kind, Type context) const {
  if (kind.is_typed()) return kind.type;
  if (kind.strength == Strength::weak_integer) return promote(context);
  return context.is_float() || context.is_fixed() ? context : real_type();
}

bool KindFinder::is_integral(const ExprNode& literal) const {
  return !target_.is_float() && literal_fits(literal, p_int64);
}

ValueKind KindFinder::find_math(ValueKind operand) const {
  if (!operand.is_typed()) return {Strength::weak_real, p_float32};
  return typed(operand.type.is_float() ? operand.type : common_type(math_type(operand.type), real_type()));
}

ValueKind KindFinder::find_new(const ExprNode& node) {
  if (is_math(node.op)) {
    const ValueKind first = find(*node.operands[0]);
    return find_math(node.operands.size() == 1 ? first : combine(node.op, first, find(*node.operands[1])));
  }
  switch (node.op) {
    case Op::integer:
      return {Strength::weak_integer, p_int32};
    case Op::real:
      return {is_integral(node) ? Strength::weak_integer : Strength::weak_real, p_float32};
    case Op::loop:
      return typed(p_int32);
    case Op::scalar:
      return node.scalar->typed ? typed(node.scalar->type) : find(*node.scalar->value);
    case Op::load:
      return typed(node.array->type);
    case Op::cast:
      return typed(node.type);
    case Op::neg:
    case Op::abs: {
      ValueKind operand = find(*node.operands[0]);
      if (!operand.is_typed()) return operand;
      const Type type = promote(operand.type);
      return typed(is_number(type) ? number_result(node.op, type, type).value_or(type) : type);
    }
    case Op::add:
    case Op::sub:
    case Op::mul:
    case Op::div:
    case Op::min:
    case Op::max:
      return combine(node.op, find(*node.operands[0]), find(*node.operands[1]));
    case Op::bit_not:
    case Op::shl:
    case Op::shr: {
      const ValueKind left = find(*node.operands[0]);
      if (left.is_typed()) return typed(promote(left.type));
      return left.strength == Strength::weak_integer ? typed(p_int32) : left;
    }
    case Op::mod:
    case Op::bit_and:
    case Op::bit_or:
    case Op::bit_xor: {
      // The remainder and the bits of two numbers are an integer whatever the destination.
      ValueKind both = combine(node.op, find(*node.operands[0]), find(*node.operands[1]));
      return both.strength == Strength::weak_integer ? typed(p_int32) : both;
    }
    case Op::select:
      return combine(Op::max, find(*node.operands[1]), find(*node.operands[2]));
    case Op::popcount:
      return typed(p_uint8);
    default:
      return typed(p_int32);  // comparisons and logic
  }
}

}  // namespace pom::dsl
