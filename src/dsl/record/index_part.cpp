#include "dsl/record/index_part.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "dsl/model/any_part.hpp"
#include "dsl/model/conversion.hpp"
#include "dsl/model/index_operation.hpp"
#include "dsl/print/index_size.hpp"

namespace pom::dsl {
namespace {

constexpr std::int64_t least_int = std::numeric_limits<std::int32_t>::min(),
                       greatest_int = std::numeric_limits<std::int32_t>::max();

Type common_type(const IndexPart& a, const IndexPart& b) {
  return a.number->type == p_int64 || b.number->type == p_int64 ? p_int64 : p_int32;
}

/// The exponent of a number that is a power of two.
std::optional<int> exponent_of_2(const ExprPtr& number) {
  if (number->op != Op::integer || number->integer <= 0) return {};
  int shift = 0;
  while (number->integer >> shift > 1) ++shift;
  if (std::int64_t{1} << shift != number->integer) return {};
  return shift;
}

}  // namespace

bool has_unknown(const ExprNode& affine) {
  return any_part(affine, [](const ExprNode& part) { return part.op == Op::unknown; });
}

bool fits_int(const ValueRange& range) { return range.low >= least_int && range.high <= greatest_int; }

std::optional<std::string> IndexArithmetic::too_large(const ExprNode& affine) const {
  RangeAnalysis ranges(loops_);
  return find_too_large(affine, ranges);
}

std::optional<IndexPart> IndexArithmetic::part_of(const ExprPtr& index) const {
  if (index->operands.empty()) return leaf(index);
  if (index->op == Op::computed) return computed(index->operands[0], index->operands[1]);
  std::vector<IndexPart> parts;
  for (const ExprPtr& operand : index->operands) {
    const std::optional<IndexPart> part = part_of(operand);
    if (!part) return {};
    parts.push_back(*part);
  }
  if (index->op == Op::div || index->op == Op::mod) return divided(index->op, parts[0], parts[1].affine->integer);
  return linear(index->op, parts);
}

IndexPart IndexArithmetic::opaque(const ExprPtr& value) const {
  const ValueRange range = range_of_value(value);
  const ExprPtr low = convert(value, p_int32);
  if (fits_int(range)) return {low, low, between(range)};
  if (!range_of(p_int64).contains(range)) return cut(low);
  return {low, convert(value, p_int64), between(range)};
}

IndexPart IndexArithmetic::computed(const ExprPtr& low, const ExprPtr& affine) const {
  return fits_int(range_of_index(affine)) ? IndexPart{low, low, affine} : cut(low);
}

IndexPart IndexArithmetic::cut(const ExprPtr& low) const { return {low, nullptr, between({least_int, greatest_int})}; }

IndexPart IndexArithmetic::leaf(const ExprPtr& affine) const {
  if (fits_int(range_of_index(affine))) return {affine, affine, affine};
  ExprNode wide = *affine;
  wide.type = p_int64;
  return {affine, make_node(std::move(wide)), affine};
}

IndexPart IndexArithmetic::whole(const ExprPtr& number, const ExprPtr& affine) const {
  const ExprPtr low = convert(number, p_int32);
  return {low, fits_int(range_of_index(affine)) ? low : number, affine};
}

ExprPtr IndexArithmetic::between(const ValueRange& range) const {
  ExprNode node;
  node.op = Op::unknown;
  node.at = at_;
  node.low = static_cast<std::int64_t>(range.low);
  node.high = static_cast<std::int64_t>(range.high);
  return make_node(std::move(node));
}

std::optional<IndexPart> IndexArithmetic::linear(Op op, const std::vector<IndexPart>& parts) const {
  std::vector<ExprPtr> lows, numbers, affines;
  for (const IndexPart& part : parts) {
    lows.push_back(part.low);
    affines.push_back(part.affine);
    if (part.number) numbers.push_back(convert(part.number, p_int64));
  }
  const ExprPtr low = operation(op, p_int32, lows), affine = operation(op, p_int32, affines);
  if (numbers.size() < parts.size()) return cut(low);
  if (too_large(*affine)) return {};
  if (fits_int(range_of_index(affine))) return IndexPart{low, low, affine};
  return IndexPart{low, operation(op, p_int64, numbers), affine};
}

ExprPtr IndexArithmetic::affine_choice(Op op, const ExprPtr& left, const ExprPtr& right) const {
  const ExprPtr chosen = operation(op, p_int32, {left, right});
  if (left->op != Op::unknown && right->op != Op::unknown) return chosen;
  // min(u, e) is e for every u above it: u need not go beyond the greatest e.
  const ExprPtr narrow = between(range_of_index(chosen));
  const ExprPtr& other = left->op == Op::unknown ? right : left;
  if (other->op == Op::unknown || other->op == Op::integer) return narrow;
  return operation(op, p_int32, {narrow, other});
}

IndexPart IndexArithmetic::choice(Op op, const IndexPart& left, const IndexPart& right) const {
  const Type type = common_type(left, right);
  return whole(operation(op, type, {convert(left.number, type), convert(right.number, type)}),
               affine_choice(op, left.affine, right.affine));
}

IndexPart IndexArithmetic::absolute(const IndexPart& part, const IndexPart& negative) const {
  IndexPart made = choice(Op::max, part, negative);
  const ValueRange range = range_of_index(part.affine);
  // An unknown number and its negation are two unknown numbers.
  if (has_unknown(*part.affine))
    made.affine = between({range.low > 0    ? range.low
                           : range.high < 0 ? -range.high
                                            : Wide{0},
                           std::max(-range.low, range.high)});
  return whole(made.number, made.affine);
}

IndexPart IndexArithmetic::condition(Op op, const IndexPart& left, const IndexPart& right) const {
  const Type type = common_type(left, right);
  const ExprPtr value = operation(op, p_int32, {convert(left.number, type), convert(right.number, type)});
  const ExprPtr affine = operation(op, p_int32, {left.affine, right.affine});
  return has_unknown(*affine) ? unknown_condition(value) : IndexPart{value, value, affine};
}

IndexPart IndexArithmetic::unknown_condition(const ExprPtr& value) const {
  return {value, value, operation(Op::ne, p_int32, {between({0, 1}), integer(0)})};
}

IndexPart IndexArithmetic::selected(const IndexPart& condition, const IndexPart& then,
                                    const IndexPart& otherwise) const {
  const Type type = common_type(then, otherwise);
  const ExprPtr number =
      operation(Op::select, type, {condition.low, convert(then.number, type), convert(otherwise.number, type)});
  const ExprPtr affine = operation(Op::select, p_int32, {condition.affine, then.affine, otherwise.affine});
  // Of data, the value's range alone knows what the condition says.
  const ValueRange known = range_of_value(number), all = range_of_index(affine);
  if (!has_unknown(*affine) || known.contains(all) || !fits_int(known)) return whole(number, affine);
  const auto end = [&](Wide value) { return integer(static_cast<std::int64_t>(value)); };
  const ExprPtr from = known.low > all.low ? affine_choice(Op::max, affine, end(known.low)) : affine;
  return whole(number, known.high < all.high ? affine_choice(Op::min, from, end(known.high)) : from);
}

std::optional<IndexPart> IndexArithmetic::divided(Op op, const IndexPart& dividend, std::int64_t divisor) const {
  const ExprPtr affine = index_operation(op, dividend.affine, divisor, at_);
  if (op == Op::mod && exponent_of_2(integer(divisor, p_int64))) {
    const ExprPtr rest = floor_operation(op, dividend.low, integer(divisor, p_int32));
    return IndexPart{rest, rest, too_large(*affine) ? between({0, divisor - 1}) : affine};
  }
  if (!dividend.number) return {};
  const ExprPtr number = floor_operation(op, dividend.number, integer(divisor, dividend.number->type));
  return whole(number, too_large(*affine) ? between(range_of_index(affine)) : affine);
}

std::optional<IndexPart> IndexArithmetic::divided_by_part(Op op, const IndexPart& dividend,
                                                          const IndexPart& divisor) const {
  if (!dividend.number || !divisor.number) return {};
  const ExprPtr range = between(range_of_index(operation(op, p_int32, {dividend.affine, divisor.affine})));
  // The lowest number divided by -1 is the only one that needs more bits than its operands.
  const Type type = fits_int(range_of_index(range)) ? common_type(dividend, divisor) : p_int64;
  const ExprPtr number = floor_operation(op, convert(dividend.number, type), convert(divisor.number, type));
  if (op == Op::div || range_of_index(divisor.affine).low <= 0) return whole(number, range);
  // A remainder by a run-time size n is below n, not only below the greatest n.
  const ExprPtr last = operation(Op::sub, p_int32, {divisor.affine, integer(1)});
  return whole(number, affine_choice(Op::min, range, last));
}

/// C++'s own round toward zero: a remainder whose sign is not the divisor's says that the quotient lies below.
ExprPtr IndexArithmetic::floor_operation(Op op, const ExprPtr& dividend, const ExprPtr& divisor) const {
  const Type type = dividend->type;
  if (const auto shift = exponent_of_2(divisor))
    return op == Op::mod ? operation(Op::bit_and, type, {dividend, integer(divisor->integer - 1, type)})
                         : operation(Op::shr, type, {dividend, integer(*shift, type)});
  const ValueRange by = range_of_value(divisor);
  if (range_of_value(dividend).low >= 0 && by.low >= 0) return operation(op, type, {dividend, divisor});
  const ExprPtr zero = integer(0, type), rest = operation(Op::mod, type, {dividend, divisor});
  const auto compare = [&](Op how, const ExprPtr& value) { return operation(how, p_int32, {value, zero}); };
  ExprPtr below = compare(by.high < 0 ? Op::gt : Op::lt, rest);
  if (by.low < 0 && by.high >= 0)
    below = operation(Op::select, p_int32, {compare(Op::lt, divisor), compare(Op::gt, rest), std::move(below)});
  if (op == Op::mod) return operation(Op::select, type, {below, operation(Op::add, type, {rest, divisor}), rest});
  const ExprPtr toward_zero = operation(Op::div, type, {dividend, divisor});
  return operation(Op::select, type, {below, operation(Op::sub, type, {toward_zero, integer(1, type)}), toward_zero});
}

IndexPart IndexArithmetic::clamped(const IndexPart& part, std::int64_t extent) const {
  const auto limited = [&](Op op, const IndexPart& of, std::int64_t bound) {
    return whole(operation(op, of.number->type, {of.number, integer(bound, of.number->type)}),
                 affine_choice(op, of.affine, integer(bound)));
  };
  return limited(Op::min, limited(Op::max, part, 0), extent - 1);
}

}  // namespace pom::dsl
