#include "dsl/record/computed_index.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "dsl/model/bit_operations.hpp"
#include "dsl/model/conversion.hpp"
#include "dsl/model/value_range.hpp"
#include "dsl/print/index_size.hpp"
#include "dsl/record/elaborate.hpp"
#include "dsl/record/record_compute.hpp"
#include "support/findings.hpp"

namespace pom::dsl {
namespace {

constexpr std::int64_t least_int = std::numeric_limits<std::int32_t>::min(),
                       greatest_int = std::numeric_limits<std::int32_t>::max();

bool fits_int(const ValueRange& range) { return range.low >= least_int && range.high <= greatest_int; }

/// Part of an index. As a value it is computed with 32 bits, beside which the number itself is kept where it needs
/// more.
struct Part {
  ExprPtr low;     ///< the number's last 32 bits, as p_int32
  ExprPtr number;  ///< `low` where that is the number, else a p_int64; null: 64 bits are too few
  ExprPtr affine;  ///< the expression that it is

  bool is_constant() const { return affine->op == Op::integer; }
};

/// Keeps the affine skeleton of an index, in which / and % round down, apart from the values in it, in which they are
/// C++'s.
class IndexBuilder {
 public:
  IndexBuilder(const std::string& place, const Location& at, const ComputeContext& context)
      : place_(place), at_(at), context_(context) {}

  /// An affine expression whose numbers 64 bits hold.
  Part part_of(const ExprPtr& affine) const {
    if (affine->operands.empty()) return leaf(affine);
    std::vector<Part> parts;
    for (const ExprPtr& operand : affine->operands) parts.push_back(part_of(operand));
    if (affine->op == Op::div || affine->op == Op::mod) return *divided(affine->op, parts[0], parts[1].affine->integer);
    return *linear(affine->op, parts);
  }

  std::optional<Part> build(const ExprNode& node) {
    const bool is_known = !reads_data(node);
    if (is_known && !chooses(node)) {
      if (const ExprPtr affine = try_affine(node, context_)) {
        if (refuses(*affine)) return {};
        return part_of(affine);
      }
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

  /// The number at 0 or the last element where it is outside.
  Part clamped(const Part& part, std::int64_t extent) const {
    const auto limited = [&](Op op, const Part& of, std::int64_t bound) {
      return whole(operation(op, of.number->type, {of.number, integer(bound, of.number->type)}),
                   operation(op, p_int32, {of.affine, integer(bound)}));
    };
    return limited(Op::min, limited(Op::max, part, 0), extent - 1);
  }

 private:
  ExprPtr integer(std::int64_t value, Type type = p_int32) const { return make_integer(value, type, at_); }
  ExprPtr operation(Op op, Type type, std::vector<ExprPtr> operands) const {
    return make_operation(op, type, std::move(operands), at_);
  }

  ValueRange range_of_value(const ExprPtr& value) const { return RangeAnalysis(context_.loops).find(*value); }
  ValueRange range_of_index(const ExprPtr& affine) const { return RangeAnalysis(context_.loops).find_index(*affine); }

  std::optional<std::string> too_large(const ExprNode& affine) const {
    RangeAnalysis ranges(context_.loops);
    return find_too_large(affine, ranges);
  }

  /// True after adding a finding.
  bool refuses(const ExprNode& affine) const {
    const auto reason = too_large(affine);
    if (reason)
      add_finding(context_.function,
                  make_error("value-too-large", place_ + " cannot be counted with 64 bits\n" + *reason, at_));
    return reason.has_value();
  }

  Part leaf(const ExprPtr& affine) const {
    if (fits_int(range_of_index(affine))) return {affine, affine, affine};
    ExprNode wide = *affine;
    wide.type = p_int64;
    return {affine, make_node(std::move(wide)), affine};
  }

  /// A part of the number itself, of p_int32 or p_int64.
  Part whole(const ExprPtr& number, const ExprPtr& affine) const {
    const ExprPtr low = convert(number, p_int32);
    return {low, fits_int(range_of_index(affine)) ? low : number, affine};
  }

  /// Of the number only the last bits are left.
  Part cut(const ExprPtr& low) const { return {low, nullptr, between({least_int, greatest_int})}; }

  /// Sums, differences and multiples: their last bits are made of last bits alone. Nothing: 64 bits are too few.
  std::optional<Part> linear(Op op, const std::vector<Part>& parts) const {
    std::vector<ExprPtr> lows, numbers, affines;
    for (const Part& part : parts) {
      lows.push_back(part.low);
      affines.push_back(part.affine);
      if (part.number) numbers.push_back(convert(part.number, p_int64));
    }
    const ExprPtr low = operation(op, p_int32, lows), affine = operation(op, p_int32, affines);
    if (numbers.size() < parts.size()) return cut(low);
    if (too_large(*affine)) return {};
    if (fits_int(range_of_index(affine))) return Part{low, low, affine};
    return Part{low, operation(op, p_int64, numbers), affine};
  }

  std::optional<Part> linear_in(const ExprNode& node, Op op, const std::vector<Part>& parts) const {
    if (auto part = linear(op, parts)) return part;
    std::vector<ExprPtr> lows, affines;
    for (const Part& part : parts) {
      lows.push_back(part.low);
      affines.push_back(part.affine);
    }
    if (reads_data(node)) return cut(operation(op, p_int32, lows));
    refuses(*operation(op, p_int32, affines));
    return {};
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
    const ExprPtr low = convert(value, p_int32);
    if (fits_int(range)) return Part{low, low, between(range)};
    if (!range_of(p_int64).contains(range)) return cut(low);
    return Part{low, convert(value, p_int64), between(range)};
  }

  ExprPtr between(const ValueRange& range) const {
    ExprNode node;
    node.op = Op::unknown;
    node.at = at_;
    node.low = static_cast<std::int64_t>(range.low);
    node.high = static_cast<std::int64_t>(range.high);
    return make_node(std::move(node));
  }

  std::optional<std::vector<Part>> operands_of(const ExprNode& node) {
    std::vector<Part> parts;
    for (const ExprPtr& operand : node.operands) {
      const auto part = build(*operand);
      if (!part) return {};
      parts.push_back(*part);
    }
    return parts;
  }

  static Type common_type(const Part& a, const Part& b) {
    return a.number->type == p_int64 || b.number->type == p_int64 ? p_int64 : p_int32;
  }

  Part choice(Op op, const Part& left, const Part& right) const {
    const Type type = common_type(left, right);
    return whole(operation(op, type, {convert(left.number, type), convert(right.number, type)}),
                 operation(op, p_int32, {left.affine, right.affine}));
  }

  std::optional<Part> chosen(const ExprNode& node) {
    const auto parts = operands_of(node);
    if (!parts) return {};
    const Part &left = parts->at(0), &right = parts->at(1);
    // What the loops decide already is no choice: clamp(y, 0, rows - 1) is y.
    const ValueRange a = range_of_index(left.affine), b = range_of_index(right.affine);
    if (node.op == Op::max ? a.low >= b.high : a.high <= b.low) return left;
    if (node.op == Op::max ? b.low >= a.high : b.high <= a.low) return right;
    return choice(node.op, left, right);
  }

  std::optional<Part> absolute(const ExprNode& node) {
    const auto part = build(*node.operands[0]);
    const auto negative = part ? linear_in(node, Op::neg, {*part}) : std::nullopt;
    if (!negative) return {};
    return choice(Op::max, *part, *negative);
  }

  std::optional<Part> selected(const ExprNode& node) {
    const auto condition = build_condition(*node.operands[0]);
    if (!condition) return unknown(node);
    const auto then = build(*node.operands[1]), otherwise = build(*node.operands[2]);
    if (!then || !otherwise) return {};
    const Type type = common_type(*then, *otherwise);
    return whole(
        operation(Op::select, type, {condition->low, convert(then->number, type), convert(otherwise->number, type)}),
        operation(Op::select, p_int32, {condition->affine, then->affine, otherwise->affine}));
  }

  /// Comparisons of loops, joined by && and ||; nothing: it is none.
  std::optional<Part> build_condition(const ExprNode& node) {
    const bool joins = node.op == Op::logical_and || node.op == Op::logical_or;
    if (!joins && (node.op < Op::lt || node.op > Op::ne)) return {};
    const auto left = joins ? build_condition(*node.operands[0]) : build(*node.operands[0]);
    const auto right = joins ? build_condition(*node.operands[1]) : build(*node.operands[1]);
    if (!left || !right) return {};
    const Type type = common_type(*left, *right);
    const ExprPtr value = operation(node.op, p_int32, {convert(left->number, type), convert(right->number, type)});
    return Part{value, value, operation(node.op, p_int32, {left->affine, right->affine})};
  }

  std::optional<Part> sum(const ExprNode& node) {
    const auto parts = operands_of(node);
    if (!parts) return {};
    return linear_in(node, node.op, *parts);
  }

  std::optional<Part> product(const ExprNode& node) {
    auto parts = operands_of(node);
    if (!parts) return {};
    if (parts->at(0).is_constant()) std::swap(parts->at(0), parts->at(1));
    if (!parts->at(1).is_constant()) return unknown(node);
    return linear_in(node, Op::mul, *parts);
  }

  std::optional<Part> quotient(const ExprNode& node) {
    const auto parts = operands_of(node);
    if (!parts) return {};
    if (!parts->at(1).is_constant() || parts->at(1).affine->integer <= 0) return unknown(node);
    return divided_in(node, node.op, parts->at(0), parts->at(1).affine->integer);
  }

  std::optional<Part> shifted(const ExprNode& node) {
    const auto parts = operands_of(node);
    if (!parts) return {};
    const std::int64_t amount = parts->at(1).is_constant() ? parts->at(1).affine->integer : -1;
    if (amount < 0 || amount > 30) return unknown(node);
    const ExprPtr factor = integer(std::int64_t{1} << amount);
    if (node.op == Op::shr) return divided_in(node, Op::div, parts->at(0), factor->integer);
    return linear_in(node, Op::mul, {parts->at(0), leaf(factor)});
  }

  /// The last bits are the remainder of floor division.
  std::optional<Part> masked(const ExprNode& node) {
    auto parts = operands_of(node);
    if (!parts) return {};
    if (parts->at(0).is_constant()) std::swap(parts->at(0), parts->at(1));
    const std::int64_t mask = parts->at(1).is_constant() ? parts->at(1).affine->integer : -1;
    if (mask < 0 || (mask & (mask + 1)) != 0 || mask == greatest_int) return unknown(node);
    return divided_in(node, Op::mod, parts->at(0), mask + 1);
  }

  std::optional<Part> divided_in(const ExprNode& node, Op op, const Part& dividend, std::int64_t divisor) {
    if (auto part = divided(op, dividend, divisor)) return part;
    return unknown(node);
  }

  /// Nothing: the number is needed, and lost.
  std::optional<Part> divided(Op op, const Part& dividend, std::int64_t divisor) const {
    const bool power_of_2 = (divisor & (divisor - 1)) == 0;
    const ExprPtr affine = operation(op, p_int32, {dividend.affine, integer(divisor)});
    if (power_of_2 && op == Op::mod) {
      const ExprPtr rest = floor_operation(op, dividend.low, divisor);
      return Part{rest, rest, too_large(*affine) ? between({0, divisor - 1}) : affine};
    }
    if (!dividend.number) return {};
    const ExprPtr number = floor_operation(op, dividend.number, divisor);
    return whole(number, too_large(*affine) ? between(range_of_index(affine)) : affine);
  }

  /// Quotient and remainder that round down, by C++'s, which round toward zero.
  ExprPtr floor_operation(Op op, const ExprPtr& dividend, std::int64_t divisor) const {
    const Type type = dividend->type;
    const ExprPtr by = integer(divisor, type);
    if (range_of_value(dividend).low >= 0) return operation(op, type, {dividend, by});
    int shift = 0;
    while ((std::int64_t{1} << shift) < divisor) ++shift;
    if ((std::int64_t{1} << shift) == divisor)
      return op == Op::mod ? operation(Op::bit_and, type, {dividend, integer(divisor - 1, type)})
                           : operation(Op::shr, type, {dividend, integer(shift, type)});
    const ExprPtr rest = operation(Op::mod, type, {dividend, by});
    const ExprPtr below = operation(Op::lt, p_int32, {rest, integer(0, type)});
    if (op == Op::mod) return operation(Op::select, type, {below, operation(Op::add, type, {rest, by}), rest});
    const ExprPtr toward_zero = operation(Op::div, type, {dividend, by});
    return operation(Op::select, type, {below, operation(Op::sub, type, {toward_zero, integer(1, type)}), toward_zero});
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

bool handles_bits(const ExprNode& node) {
  return is_bitwise(node.op) || is_shift(node.op) || node.op == Op::bit_not ||
         std::any_of(node.operands.begin(), node.operands.end(),
                     [](const ExprPtr& operand) { return handles_bits(*operand); });
}

ExprPtr elaborate_computed_index(const ExprNode& recorded, const std::string& place, const Location& at,
                                 const ComputeContext& context) {
  const auto part = IndexBuilder(place, at, context).build(recorded);
  if (!part) return nullptr;
  if (is_plain(*part->affine)) return part->affine;
  RangeAnalysis ranges(context.loops);
  return make_operation(Op::computed, p_int32, {mark_exact(part->low, ranges), part->affine}, at);
}

ExprPtr keep_inside(const ExprPtr& index, const ExprPtr& condition, std::int64_t extent,
                    const ComputeContext& context) {
  RangeAnalysis ranges(context.loops);
  const ValueRange range = ranges.find_index(*index);
  if (range.low >= 0 && range.high < extent) return index;
  const std::string place;
  const IndexBuilder builder(place, index->at, context);
  const Part inside = builder.clamped(builder.part_of(index), extent);
  return make_operation(Op::computed, p_int32, {mark_exact(inside.low, ranges), inside.affine, index, condition},
                        index->at);
}

}  // namespace pom::dsl
