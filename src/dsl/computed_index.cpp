#include "dsl/computed_index.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "dsl/conversion.hpp"
#include "dsl/elaborate.hpp"
#include "dsl/record_compute.hpp"
#include "dsl/value_range.hpp"
#include "support/findings.hpp"

namespace pom::dsl {
namespace {

constexpr std::int64_t least_int = std::numeric_limits<std::int32_t>::min(),
                       greatest_int = std::numeric_limits<std::int32_t>::max();

/// Part of an index: what is computed, in C++'s arithmetic of p_int32, and the affine expression that it is.
struct Part {
  ExprPtr value, affine;

  bool is_number() const { return affine->op == Op::integer; }
};

/// Keeps the affine skeleton of an index, in which / and % round down, apart from the values in it, in which they are
/// C++'s.
class IndexBuilder {
 public:
  IndexBuilder(const std::string& place, const Location& at, const ComputeContext& context)
      : place_(place), at_(at), context_(context) {}

  /// An affine expression as a value.
  ExprPtr value_of(const ExprPtr& affine) const {
    if (affine->operands.empty()) return affine;
    std::vector<ExprPtr> operands;
    for (const ExprPtr& operand : affine->operands) operands.push_back(value_of(operand));
    if (affine->op != Op::div && affine->op != Op::mod) return operation(affine->op, std::move(operands));
    return floor_operation(affine->op, operands[0], operands[1]->integer, range_of_value(operands[0]));
  }

  std::optional<Part> build(const ExprNode& node) {
    const bool is_known = !reads_data(node);
    if (is_known && !chooses(node)) {
      if (ExprPtr affine = try_affine(node, context_)) return Part{value_of(affine), affine};
      return unknown(node);
    }
    switch (node.op) {
      // Of data, C++'s rules for two types decide which is smaller; of loops, numbers do.
      case Op::min:
      case Op::max:
        return is_known ? chosen(node) : unknown(node);
      case Op::abs:
        return is_known ? absolute(node) : unknown(node);
      case Op::select:
        return is_known ? selected(node) : unknown(node);
      case Op::neg:
        return negated(node);
      case Op::add:
      case Op::sub:
        return sum(node);
      case Op::mul:
        return product(node);
      case Op::div:
      case Op::mod:
        return quotient(node);
      case Op::shl:
      case Op::shr:
        return shifted(node);
      case Op::bit_and:
        return masked(node);
      default:
        return unknown(node);
    }
  }

 private:
  ExprPtr integer(std::int64_t value) const { return make_integer(value, p_int32, at_); }
  ExprPtr operation(Op op, std::vector<ExprPtr> operands) const {
    return make_operation(op, p_int32, std::move(operands), at_);
  }

  /// A value of any integer type, about which its range is known.
  std::optional<Part> unknown(const ExprNode& node) {
    const ExprPtr value = elaborate_index_value(node, context_);
    if (!value) return {};
    if (value->type.is_float() || value->type.is_fixed()) {
      Diagnostic error = make_error(
          "bad-index", place_ + " is computed as " + to_string(value->type) + ", but an index is an integer", at_);
      error.notes.push_back({"cast(value, p_int32) is one; a clamp or a remainder keeps it inside", {}});
      add_finding(context_.function, std::move(error));
      return {};
    }
    const ValueRange range = range_of_value(value);
    const bool fits = range.low >= least_int && range.high <= greatest_int;
    return Part{convert(value, p_int32), between(fits ? range : ValueRange{least_int, greatest_int})};
  }

  ValueRange range_of_value(const ExprPtr& value) const { return RangeAnalysis(context_.loops).find(*value); }

  ExprPtr between(const ValueRange& range) const {
    ExprNode node;
    node.op = Op::unknown;
    node.at = at_;
    node.low = static_cast<std::int64_t>(range.low);
    node.high = static_cast<std::int64_t>(range.high);
    return make_node(std::move(node));
  }

  std::optional<Part> chosen(const ExprNode& node) {
    const auto left = build(*node.operands[0]), right = build(*node.operands[1]);
    if (!left || !right) return {};
    // What the loops decide already is no choice: clamp(y, 0, rows - 1) is y.
    const ValueRange a = range_of_value(left->value), b = range_of_value(right->value);
    if (node.op == Op::max ? a.low >= b.high : a.high <= b.low) return left;
    if (node.op == Op::max ? b.low >= a.high : b.high <= a.low) return right;
    return Part{operation(node.op, {left->value, right->value}), operation(node.op, {left->affine, right->affine})};
  }

  std::optional<Part> absolute(const ExprNode& node) {
    const auto part = build(*node.operands[0]);
    if (!part) return {};
    const auto larger = [&](const ExprPtr& of) { return operation(Op::max, {of, operation(Op::neg, {of})}); };
    return Part{larger(part->value), larger(part->affine)};
  }

  std::optional<Part> selected(const ExprNode& node) {
    const auto condition = build_condition(*node.operands[0]);
    if (!condition) return unknown(node);
    const auto then = build(*node.operands[1]), otherwise = build(*node.operands[2]);
    if (!then || !otherwise) return {};
    return Part{operation(Op::select, {condition->value, then->value, otherwise->value}),
                operation(Op::select, {condition->affine, then->affine, otherwise->affine})};
  }

  /// Comparisons of loops, joined by && and ||; nothing: it is none.
  std::optional<Part> build_condition(const ExprNode& node) {
    const bool joins = node.op == Op::logical_and || node.op == Op::logical_or;
    if (!joins && (node.op < Op::lt || node.op > Op::ne)) return {};
    const auto left = joins ? build_condition(*node.operands[0]) : build(*node.operands[0]);
    const auto right = joins ? build_condition(*node.operands[1]) : build(*node.operands[1]);
    if (!left || !right) return {};
    return Part{operation(node.op, {left->value, right->value}), operation(node.op, {left->affine, right->affine})};
  }

  std::optional<Part> negated(const ExprNode& node) {
    const auto part = build(*node.operands[0]);
    if (!part) return {};
    return Part{operation(Op::neg, {part->value}), operation(Op::neg, {part->affine})};
  }

  std::optional<Part> sum(const ExprNode& node) {
    const auto left = build(*node.operands[0]), right = build(*node.operands[1]);
    if (!left || !right) return {};
    return Part{operation(node.op, {left->value, right->value}), operation(node.op, {left->affine, right->affine})};
  }

  std::optional<Part> product(const ExprNode& node) {
    auto left = build(*node.operands[0]), right = build(*node.operands[1]);
    if (!left || !right) return {};
    if (left->is_number()) std::swap(left, right);
    if (!right->is_number()) return unknown(node);
    return Part{operation(Op::mul, {left->value, right->value}), operation(Op::mul, {left->affine, right->affine})};
  }

  std::optional<Part> quotient(const ExprNode& node) {
    const auto left = build(*node.operands[0]), right = build(*node.operands[1]);
    if (!left || !right) return {};
    if (!right->is_number() || right->affine->integer <= 0) return unknown(node);
    return divided(node.op, *left, right->affine->integer);
  }

  std::optional<Part> shifted(const ExprNode& node) {
    const auto left = build(*node.operands[0]), amount = build(*node.operands[1]);
    if (!left || !amount) return {};
    const bool by_number = amount->is_number() && amount->affine->integer >= 0 && amount->affine->integer <= 30;
    if (!by_number) return unknown(node);
    const ExprPtr factor = integer(std::int64_t{1} << amount->affine->integer);
    if (node.op == Op::shr) return divided(Op::div, *left, factor->integer);
    return Part{operation(Op::mul, {left->value, factor}), operation(Op::mul, {left->affine, factor})};
  }

  /// The last bits are the remainder of floor division.
  std::optional<Part> masked(const ExprNode& node) {
    auto left = build(*node.operands[0]), right = build(*node.operands[1]);
    if (!left || !right) return {};
    if (left->is_number()) std::swap(left, right);
    const std::int64_t mask = right->is_number() ? right->affine->integer : -1;
    if (mask < 0 || (mask & (mask + 1)) != 0 || mask == greatest_int) return unknown(node);
    return divided(Op::mod, *left, mask + 1);
  }

  /// What the skeleton divides must not have wrapped around before; of powers of 2 the remainder does not care.
  std::optional<Part> divided(Op op, const Part& dividend, std::int64_t divisor) const {
    const ValueRange range = range_of_value(dividend.value);
    const bool may_wrap = range.low <= least_int && range.high >= greatest_int && dividend.affine->op != Op::unknown;
    const bool power_of_2 = (divisor & (divisor - 1)) == 0;
    const ExprPtr value = floor_operation(op, dividend.value, divisor, range);
    if (may_wrap && !(power_of_2 && op == Op::mod))
      return Part{value, between(op == Op::mod ? ValueRange{0, divisor - 1} : range_of_value(value))};
    return Part{value, operation(op, {dividend.affine, integer(divisor)})};
  }

  /// Quotient and remainder that round down, by C++'s, which round toward zero.
  ExprPtr floor_operation(Op op, const ExprPtr& dividend, std::int64_t divisor, const ValueRange& range) const {
    const ExprPtr by = integer(divisor);
    if (range.low >= 0) return operation(op, {dividend, by});
    int shift = 0;
    while ((std::int64_t{1} << shift) < divisor) ++shift;
    if ((std::int64_t{1} << shift) == divisor)
      return op == Op::mod ? operation(Op::bit_and, {dividend, integer(divisor - 1)})
                           : operation(Op::shr, {dividend, integer(shift)});
    const ExprPtr rest = operation(Op::mod, {dividend, by});
    const ExprPtr below = operation(Op::lt, {rest, integer(0)});
    if (op == Op::mod) return operation(Op::select, {below, operation(Op::add, {rest, by}), rest});
    const ExprPtr toward_zero = operation(Op::div, {dividend, by});
    return operation(Op::select, {below, operation(Op::sub, {toward_zero, integer(1)}), toward_zero});
  }

  const std::string& place_;
  const Location& at_;
  const ComputeContext& context_;
};

/// No choice is left, and nothing unknown.
bool is_plain(const ExprNode& affine) {
  if (affine.op == Op::unknown || chooses(affine)) return false;
  return std::all_of(affine.operands.begin(), affine.operands.end(),
                     [](const ExprPtr& operand) { return is_plain(*operand); });
}

}  // namespace

bool reads_data(const ExprNode& node) {
  if (node.op == Op::load) return true;
  if (node.op == Op::scalar) return !node.scalar->value && !node.scalar->is_parameter();
  return std::any_of(node.operands.begin(), node.operands.end(),
                     [](const ExprPtr& operand) { return reads_data(*operand); });
}

bool chooses(const ExprNode& node) {
  if (node.op == Op::min || node.op == Op::max || node.op == Op::abs || node.op == Op::select) return true;
  return node.op != Op::load && std::any_of(node.operands.begin(), node.operands.end(),
                                            [](const ExprPtr& operand) { return chooses(*operand); });
}

ExprPtr elaborate_computed_index(const ExprNode& recorded, const std::string& place, const Location& at,
                                 const ComputeContext& context) {
  const auto part = IndexBuilder(place, at, context).build(recorded);
  if (!part) return nullptr;
  if (is_plain(*part->affine)) return part->affine;
  RangeAnalysis ranges(context.loops);
  return make_operation(Op::computed, p_int32, {mark_exact(part->value, ranges), part->affine}, at);
}

ExprPtr keep_inside(const ExprPtr& index, const ExprPtr& condition, std::int64_t extent,
                    const ComputeContext& context) {
  const std::string place;
  const IndexBuilder builder(place, index->at, context);
  const ExprPtr value = builder.value_of(index);
  RangeAnalysis ranges(context.loops);
  const ValueRange range = ranges.find(*value);
  if (range.low >= 0 && range.high < extent) return index;
  const auto clamped = [&](const ExprPtr& of) {
    const auto bound = [&](std::int64_t number) { return make_integer(number, p_int32, index->at); };
    const ExprPtr above = make_operation(Op::max, p_int32, {of, bound(0)}, index->at);
    return make_operation(Op::min, p_int32, {above, bound(extent - 1)}, index->at);
  };
  return make_operation(Op::computed, p_int32, {mark_exact(clamped(value), ranges), clamped(index), index, condition},
                        index->at);
}

}  // namespace pom::dsl
