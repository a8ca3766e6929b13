#include "dsl/record/typed_value.hpp"

#include <string>
#include <utility>

#include "dsl/model/bit_operations.hpp"
#include "dsl/model/conversion.hpp"
#include "dsl/model/negation.hpp"
#include "dsl/model/number.hpp"
#include "dsl/model/value_kind.hpp"
#include "dsl/print/print_expression.hpp"
#include "dsl/record/expand_function.hpp"
#include "dsl/record/record_compute.hpp"
#include "support/findings.hpp"

namespace pom::dsl {

/// Builds the typed value for one target type; the operand of an explicit cast gets the builder of its type. What is
/// shared in the recorded value is shared in the typed one.
class ValueBuilders::Builder {
 public:
  Builder(Type target, const Leaves& leaves, const ComputeContext& context, RangeAnalysis& ranges,
          ValueBuilders& builders)
      : kinds_(target), leaves_(leaves), context_(context), ranges_(ranges), builders_(builders) {}

  /// A value whose type is the recorded value's own; weak values take type `weak_type`.
  ExprPtr build(const ExprNode& node, Type weak_type) {
    const Type type = kinds_.resolve(kinds_.find(node), weak_type);
    std::vector<std::pair<Type, ExprPtr>>& known = built_[&node];
    for (const auto& [as, value] : known) {
      if (as == type) return value;
    }
    ExprPtr value = build_new(node, type);
    built_[&node].emplace_back(type, value);
    return value;
  }

 private:
  ExprPtr build_new(const ExprNode& node, Type type) {
    switch (node.op) {
      case Op::integer:
      case Op::real:
        return build_literal(node, type);
      case Op::scalar:
        return node.scalar->value ? build_number(node, type) : leaves_.at(&node);
      case Op::loop:
      case Op::load:
        return leaves_.at(&node);
      case Op::neg:
        return build_negation(node, type);
      case Op::cast:
        return build_cast(node);
      case Op::select:
        return build_select(node, type);
      case Op::logical_and:
      case Op::logical_or:
        return make_operation(node.op, p_int32, {condition(*node.operands[0]), condition(*node.operands[1])}, node.at);
      case Op::lt:
      case Op::le:
      case Op::gt:
      case Op::ge:
      case Op::eq:
      case Op::ne:
        return build_comparison(node);
      case Op::bit_and:
      case Op::bit_or:
      case Op::bit_xor:
      case Op::bit_not:
        return build_bits(node, type);
      case Op::shl:
      case Op::shr:
        return build_shift(node, type);
      case Op::popcount:
        return build_popcount(node);
      default:
        return build_arithmetic(node, type);
    }
  }

  ExprPtr operand(const ExprNode& node, Type type) {
    std::vector<std::pair<Type, ExprPtr>>& known = operands_[&node];
    for (const auto& [as, value] : known) {
      if (as == type) return value;
    }
    ExprPtr value = convert(build(node, type), type);
    operands_[&node].emplace_back(type, value);
    return value;
  }

  /// A negative integer beside an unsigned operand of C++'s own widths wraps around, as in C++; other widths are exact.
  static bool takes_literal(const ExprNode& literal, Type type) {
    if (literal_stays(literal, type)) return true;
    const bool wraps = literal.op == Op::integer && type.kind == TypeKind::unsigned_integer && !is_number(type);
    return wraps && literal_fits(literal, {TypeKind::signed_integer, type.bits});
  }

  ExprPtr build_literal(const ExprNode& node, Type type) {
    if (!takes_literal(node, type)) add_finding(context_.function, make_literal_mismatch(node, type, context_.at));
    return convert_literal(node, type);
  }

  ExprPtr build_number(const ExprNode& node, Type type) {
    const Scalar& scalar = *node.scalar;
    return scalar.typed ? scalar.value : build_literal(*scalar.value, type);
  }

  ExprPtr build_negation(const ExprNode& node, Type type) {
    if (is_number(type)) return build_exact(node, type);
    ExprPtr value = operand(*node.operands[0], type);
    if (value->op == Op::real) return make_real(-value->real, type, node.at);
    if (value->op != Op::integer) return make_operation(Op::neg, type, {value}, node.at);
    auto bits = std::uint64_t{0} - static_cast<std::uint64_t>(value->integer);
    return make_integer(wrap(static_cast<std::int64_t>(bits), type), type, node.at);
  }

  ExprPtr build_cast(const ExprNode& node) {
    if (const auto fault = find_type_fault(node.type))
      add_finding(context_.function, make_error("bad-type", *fault, context_.at));
    ExprNode cast = node;
    const ExprPtr outside = number_outside(*node.operands[0], node.type);
    cast.operands = {outside ? outside : builders_.build(*node.operands[0], node.type)};
    return make_node(std::move(cast));
  }

  /// A number that is cast to a type which does not hold it, in a type of its own; null: something else.
  ExprPtr number_outside(const ExprNode& node, Type to) {
    const bool named = node.op == Op::scalar && node.scalar->value && !node.scalar->typed;
    const ExprNode& number = named ? *node.scalar->value : node;
    if (number.op != Op::integer && number.op != Op::real) return nullptr;
    KindFinder inside(to);
    if (takes_literal(number, inside.resolve(inside.find(number), to))) return nullptr;
    if (number.op == Op::real) return make_real(number.real, p_float64, number.at);
    return make_integer(number.integer, number.type == p_uint64 ? p_uint64 : p_int64, number.at);
  }

  /// 0 or 1: logic is that already, other values are compared with 0.
  ExprPtr condition(const ExprNode& node) {
    ExprPtr& known = conditions_[&node];
    if (!known) known = new_condition(node);
    return known;
  }

  ExprPtr new_condition(const ExprNode& node) {
    ExprPtr value = build(node, p_int32);
    if (is_condition(*value)) return value;
    value = convert(value, promote(value->type));
    ExprPtr zero = convert_literal(*make_integer(0, p_int32, node.at), value->type);
    return make_operation(Op::ne, p_int32, {value, zero}, node.at);
  }

  ExprPtr build_comparison(const ExprNode& node) {
    const ValueKind left = kinds_.find(*node.operands[0]), right = kinds_.find(*node.operands[1]);
    check_mixture(node, left, right);
    Type type = kinds_.resolve(kinds_.combine(Op::max, left, right), p_int32);
    return make_operation(node.op, p_int32, {operand(*node.operands[0], type), operand(*node.operands[1], type)},
                          node.at);
  }

  ExprPtr build_select(const ExprNode& node, Type type) {
    check_mixture(node, kinds_.find(*node.operands[1]), kinds_.find(*node.operands[2]));
    return make_operation(
        Op::select, type,
        {condition(*node.operands[0]), operand(*node.operands[1], type), operand(*node.operands[2], type)}, node.at);
  }

  ExprPtr build_arithmetic(const ExprNode& node, Type type) {
    if (node.op == Op::mod && type.is_float()) {
      add_finding(context_.function, make_error("bad-operand",
                                                "% needs integers, but " + describe(node) +
                                                    " has a float operand\nthe remainder of floats is fmod(a, b)",
                                                context_.at));
    }
    if (is_number(type)) return build_exact(node, type);
    if (node.operands.size() == 2) check_mixture(node, kinds_.find(*node.operands[0]), kinds_.find(*node.operands[1]));
    if (is_math(node.op)) check_math_operands(node);
    std::vector<ExprPtr> operands;
    for (const ExprPtr& recorded : node.operands) operands.push_back(operand(*recorded, type));
    if (ExprPtr composed = expand_function(node.op, type, operands, node.at)) return composed;
    return make_operation(node.op, type, std::move(operands), node.at);
  }

  ExprPtr build_popcount(const ExprNode& node) {
    if (!has_integers(node)) return make_integer(0, p_uint8, node.at);
    return expand_popcount(build(*node.operands[0], p_int32), node.at);
  }

  ExprPtr build_bits(const ExprNode& node, Type type) {
    if (!has_integers(node)) return make_integer(0, p_int32, node.at);
    if (const std::vector<Type> own = own_types(node); is_number(type) && !own.empty()) check_width(node, own);
    ExprNode operation = node;
    operation.type = type;
    operation.operands.clear();
    for (const ExprPtr& recorded : node.operands) operation.operands.push_back(operand(*recorded, type));
    if (ExprPtr number = fold_bits(operation)) return number;
    return make_node(std::move(operation));
  }

  ExprPtr build_shift(const ExprNode& node, Type type) {
    if (!has_integers(node)) return make_integer(0, p_int32, node.at);
    ExprPtr amount = build(*node.operands[1], p_int32);
    if (amount->op == Op::integer && (amount->integer < 0 || amount->integer >= type.bits)) {
      refuse("bad-shift", node,
             describe(node) + " shifts " + to_string(type) + " by " + std::to_string(amount->integer) +
                 "; an amount from 0 to " + std::to_string(type.bits - 1) + " has a meaning");
      return make_integer(0, p_int32, node.at);
    }
    amount = convert(amount, promote(amount->type));
    ExprNode operation = node;
    operation.type = type;
    operation.operands = {operand(*node.operands[0], type), is_number(type) ? amount : limit(amount, type)};
    if (ExprPtr number = fold_bits(operation)) return number;
    return make_node(std::move(operation));
  }

  /// The amount of a shift of one of C++'s own integers, which C++ leaves undefined outside [0, width): modulo the
  /// width, by a mask where it may be outside.
  ExprPtr limit(const ExprPtr& amount, Type type) {
    analyzed_.push_back(amount);
    const ValueRange range = ranges_.find(*amount);
    const ExprPtr converted = convert(amount, type);
    if (range.low >= 0 && range.high < type.bits) return converted;
    return make_operation(Op::bit_and, type, {converted, make_integer(type.bits - 1, type, amount->at)}, amount->at);
  }

  bool has_integers(const ExprNode& node) {
    for (const ExprPtr& recorded : node.operands) {
      const Type type = kinds_.resolve(kinds_.find(*recorded), p_int32);
      if (!type.is_float() && !type.is_fixed()) continue;
      refuse("bad-operand", node,
             std::string(node.op == Op::popcount ? to_string(node.op) : bit_symbol(node.op)) + " needs integers, but " +
                 describe(node) + " has a " + (type.is_float() ? "float" : "fixed-point") + " operand" +
                 (node.op == Op::bit_xor && type.is_float() ? "\na power of floats is pow(a, b)" : ""));
      return false;
    }
    return true;
  }

  /// Numbers keep their own types under arithmetic, whose result holds every exact value; what picks one of its
  /// operands converts them.
  ExprPtr build_exact(const ExprNode& node, Type type) {
    const std::vector<Type> own = own_types(node);
    if (own.empty()) return build_of_literals(node, type);
    const bool picks = node.op == Op::min || node.op == Op::max || node.op == Op::mod;
    const std::size_t findings = context_.function.findings.size();
    std::vector<ExprPtr> operands;
    for (const ExprPtr& recorded : node.operands) {
      const ValueKind kind = kinds_.find(*recorded);
      const Type wanted = picks ? type : kind.is_typed() ? kind.type : own.front();
      operands.push_back(operand(*recorded, wanted));
    }
    // A width that is refused inside makes those around it too large as well.
    if (context_.function.findings.size() == findings) check_width(node, own);
    return make_operation(node.op, type, std::move(operands), node.at);
  }

  /// Literals alone take the type that they are for; the exact result is then converted to it.
  ExprPtr build_of_literals(const ExprNode& node, Type type) {
    std::vector<ExprPtr> operands;
    for (const ExprPtr& recorded : node.operands) operands.push_back(operand(*recorded, type));
    check_width(node, {type});
    return convert(make_operation(node.op, number_result(node.op, type, type).value_or(type), operands, node.at), type);
  }

  std::vector<Type> own_types(const ExprNode& node) {
    std::vector<Type> own;
    for (const ExprPtr& recorded : node.operands) {
      const ValueKind kind = kinds_.find(*recorded);
      if (kind.is_typed()) own.push_back(kind.type);
    }
    return own;
  }

  void check_width(const ExprNode& node, const std::vector<Type>& own) {
    const Type left = own.front(), right = own.back();
    if (number_result(node.op, left, right)) return;
    if (node.op == Op::mod && (left.is_fixed() || right.is_fixed()))
      return bad_operand("% needs integers, but " + describe(node) + " has a fixed-point operand");
    mismatch("the exact result of " + describe(node) + " would have more than " + std::to_string(widest_number) +
             " bits; cast an operand to a narrower type");
  }

  /// Fixed point and floating point have no common type that users would expect: they say which one.
  void check_mixture(const ExprNode& node, ValueKind left, ValueKind right) {
    if (!left.is_typed() || !right.is_typed()) return;
    const bool mixed =
        (left.type.is_fixed() && right.type.is_float()) || (left.type.is_float() && right.type.is_fixed());
    if (!mixed) return;
    bad_operand(describe(node) + " mixes " + to_string(left.type) + " and " + to_string(right.type) +
                "; cast one of them");
  }

  void check_math_operands(const ExprNode& node) {
    for (const ExprPtr& recorded : node.operands) {
      const ValueKind kind = kinds_.find(*recorded);
      if (kind.is_typed() && kind.type.is_fixed()) {
        bad_operand(std::string(to_string(node.op)) + " computes in floating point, but " + describe(*recorded) +
                    " is " + to_string(kind.type) + "; cast it");
      }
    }
  }

  /// At the operator's own line.
  void refuse(const char* code, const ExprNode& node, std::string message) {
    add_finding(context_.function, make_error(code, std::move(message), node.at));
  }

  void bad_operand(const std::string& message) {
    add_finding(context_.function, make_error("bad-operand", message, context_.at));
  }

  void mismatch(std::string message) {
    add_finding(context_.function, make_error("type-mismatch", std::move(message), context_.at));
  }

  KindFinder kinds_;
  const Leaves& leaves_;
  const ComputeContext& context_;
  RangeAnalysis& ranges_;
  ValueBuilders& builders_;
  /// A weak value has several types.
  std::unordered_map<const ExprNode*, std::vector<std::pair<Type, ExprPtr>>> built_, operands_;
  std::unordered_map<const ExprNode*, ExprPtr> conditions_;
  std::vector<ExprPtr> analyzed_;  ///< the analysis of ranges knows them by their addresses
};

ValueBuilders::ValueBuilders(const Leaves& leaves, const ComputeContext& context, RangeAnalysis& ranges)
    : leaves_(leaves), context_(context), ranges_(ranges) {}

ValueBuilders::~ValueBuilders() = default;

ExprPtr ValueBuilders::build(const ExprNode& recorded, Type target) {
  for (const auto& [type, builder] : builders_) {
    if (type == target) return builder->build(recorded, target);
  }
  builders_.emplace_back(target, std::make_unique<Builder>(target, leaves_, context_, ranges_, *this));
  return builders_.back().second->build(recorded, target);
}

}  // namespace pom::dsl
