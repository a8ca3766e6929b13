#include "dsl/model/value_range.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "dsl/model/interval.hpp"
#include "dsl/model/negation.hpp"

namespace pom::dsl {

namespace {

/// The operation may count with an end that stands for "or more": what it gives does so too, or does not depend on how
/// much more.
bool keeps_open(Op op) {
  return op == Op::mul || op == Op::shl || op == Op::min || op == Op::max || op == Op::bit_and || op == Op::bit_or ||
         op == Op::bit_xor || op == Op::neg || op == Op::abs;
}

}  // namespace

RangeAnalysis::RangeAnalysis(const std::vector<Loop>& loops) {
  for (const Loop& loop : loops) {
    if (!loop.lower || !loop.upper) {
      loops_.push_back(range_of(p_int32));
      continue;
    }
    const Wide first = find_index(*loop.lower).low;
    loops_.push_back({first, std::max(first, find_index(*loop.upper).high - 1)});
  }
}

ValueRange RangeAnalysis::find_index(const ExprNode& node) {
  in_index_ = true;
  const ValueRange found = find(node);
  in_index_ = false;
  return found;
}

void RangeAnalysis::widen_loop(std::size_t loop, const ValueRange& more) {
  loops_[loop] = interval::hull(loops_[loop], more);
  known_.clear();
  known_indices_.clear();
}

/// Integers that do not fit into the value's type wrap around: anything is possible then.
ValueRange RangeAnalysis::find(const ExprNode& node) {
  if (!arms_.empty()) {
    ++steps_in_arms_;
    const Facts& facts = arms_.back().facts;
    if (const auto fact = facts.find(number_of(node)); fact != facts.end()) return fact->second;
  }
  const auto known_here = [&]() -> auto& {
    if (!arms_.empty()) return arms_.back().known;
    return in_index_ ? known_indices_ : known_;
  };
  if (const auto known = known_here().find(&node); known != known_here().end()) return known->second;
  const ValueRange all = range_of(node.type);
  if (in_index_) {
    const ValueRange found = find_new(node, all);
    return known_here()[&node] = found;
  }
  const ValueRange made = node.limit >= 0 ? ValueRange{0, node.limit} : all;
  const ValueRange found = node.type.is_float() || node.limit >= 0 ? made : find_new(node, all);
  return known_here()[&node] = all.contains(found) ? found : all;
}

ValueRange RangeAnalysis::find_new(const ExprNode& node, const ValueRange& all) {
  const auto operand = [&](std::size_t n) { return find(*node.operands[n]); };
  if (node.op == Op::unknown) return {node.low, node.high};
  if (node.op == Op::computed) return find(*node.operands[1]);
  if (node.operands.empty() || node.op == Op::load) return find_leaf(node, all);
  if (is_condition(node)) return {0, 1};
  if (node.op == Op::select) return find_select(node);
  if (node.op == Op::cast) return find_cast(node, all);
  if (node.type.is_fixed()) return subtracts_itself(node) ? ValueRange{0, 0} : all;
  const bool open_left = interval::is_open(operand(0)), open_right = interval::is_open(find(*node.operands.back()));
  const bool forgets = node.op == Op::mod ? open_right : (open_left || open_right) && !keeps_open(node.op);
  if (forgets) return in_index_ ? range_of(p_int(widest_number)) : all;
  switch (node.op) {
    case Op::div:
      if (in_index_) return interval::floor_quotient(operand(0), operand(1));
      return interval::quotient(operand(0), operand(1));
    case Op::mod:
      if (in_index_) return interval::floor_remainder(operand(0), operand(1));
      return interval::remainder(operand(0), operand(1));
    case Op::min:
      return {std::min(operand(0).low, operand(1).low), std::min(operand(0).high, operand(1).high)};
    case Op::max:
      return {std::max(operand(0).low, operand(1).low), std::max(operand(0).high, operand(1).high)};
    case Op::bit_and:
    case Op::bit_or:
    case Op::bit_xor:
    case Op::bit_not:
      return find_bits(node, all);
    case Op::shl:
    case Op::shr:
      return find_shift(node, all);
    default:
      return find_unbounded(node);
  }
}

ValueRange RangeAnalysis::find_leaf(const ExprNode& node, const ValueRange& all) const {
  if (node.op == Op::loop && node.index >= 0 && node.index < static_cast<int>(loops_.size())) return loops_[node.index];
  if (node.op == Op::real && node.type.is_fixed()) {
    const Wide scaled = number_from_double(node.real, node.type);
    return {scaled, scaled};
  }
  if (node.op == Op::scalar && node.scalar && node.scalar->is_parameter())
    return {node.scalar->range->low, node.scalar->range->high};
  if (node.op == Op::load && node.array->range) return {node.array->range->low, node.array->range->high};
  if (node.op != Op::integer) return all;
  // Above 2^63, an unsigned number is kept as its bits.
  const bool above_signed = node.integer < 0 && !node.type.is_signed();
  const Wide value = above_signed ? static_cast<Wide>(static_cast<std::uint64_t>(node.integer)) : node.integer;
  return {value, value};
}

ValueRange RangeAnalysis::find_bits(const ExprNode& node, const ValueRange& all) {
  const ValueRange left = find(*node.operands.front()), right = find(*node.operands.back());
  if (node.op == Op::bit_not) {
    if (node.type.is_signed()) return {-left.high - 1, -left.low - 1};
    return {all.high - left.high, all.high - left.low};
  }
  if (node.op == Op::bit_xor && same(*node.operands[0], *node.operands[1])) return {0, 0};
  if (node.op != Op::bit_and) return interval::any_bits(left, right);
  if (left.low >= 0 && right.low >= 0) return {0, std::min(left.high, right.high)};
  if (left.low < 0 && right.low < 0) return interval::any_bits(left, right);
  return {0, left.low >= 0 ? left.high : right.high};
}

bool RangeAnalysis::fits_shift(const ExprNode& shift) {
  return ValueRange{0, shift.type.bits - 1}.contains(find(*shift.operands[1]));
}

ValueRange RangeAnalysis::find_shift(const ExprNode& node, const ValueRange& all) {
  if (!fits_shift(node)) return all;
  if (node.op == Op::shl) return find_unbounded(node);
  const ValueRange value = find(*node.operands[0]), amount = find(*node.operands[1]);
  const int least = static_cast<int>(amount.low), most = static_cast<int>(amount.high);
  return {std::min(value.low >> least, value.low >> most), std::max(value.high >> least, value.high >> most)};
}

ValueRange RangeAnalysis::find_cast(const ExprNode& node, const ValueRange& all) {
  const ExprNode& operand = *node.operands[0];
  if (is_integer(operand.type) && is_integer(node.type)) {
    const ValueRange range = find(operand);
    return interval::is_open(range) ? all : range;
  }
  if (!operand.type.is_float() && !node.type.is_float() && is_zero(operand)) return {0, 0};
  if (!operand.type.is_float() || !is_integer(node.type) || is_number(node.type)) return all;
  const RealRange real = find_real(operand);
  const auto whole = [&](double end) {
    if (end <= static_cast<double>(all.low)) return all.low;
    return end >= static_cast<double>(all.high) ? all.high : static_cast<Wide>(end);
  };
  const ValueRange saturated = {whole(real.low), whole(real.high)};
  return real.may_be_nan ? interval::hull(saturated, {0, 0}) : saturated;
}

ValueRange RangeAnalysis::find_unbounded(const ExprNode& node) {
  const ValueRange left = find(*node.operands.front()), right = find(*node.operands.back());
  switch (node.op) {
    case Op::neg:
      return {-left.high, -left.low};
    case Op::abs: {
      const Wide largest = std::max(-left.low, left.high);
      return {left.low > 0 ? left.low : left.high < 0 ? -left.high : 0, largest};
    }
    case Op::add:
      return interval::bounded({left.low + right.low, left.high + right.high});
    case Op::sub:
      if (subtracts_itself(node)) return {0, 0};
      return interval::bounded({left.low - right.high, left.high - right.low});
    case Op::mul:
      return interval::product(left, right);
    case Op::shl:
      return interval::product(left, {Wide{1} << static_cast<int>(right.low), Wide{1} << static_cast<int>(right.high)});
    default:
      return range_of(node.type);
  }
}

bool RangeAnalysis::is_exact(const ExprNode& node) {
  const Type& type = node.type;
  switch (node.op) {
    case Op::div:
    case Op::mod: {
      if (type.is_float()) return true;
      if (find(*node.operands[1]).contains(Wide{0})) return false;
      // The lowest number by -1 is the only quotient that leaves its type; numbers' types make room for it.
      return is_number(type) || !type.is_signed() ||
             range_of(type).contains(interval::quotient(find(*node.operands[0]), find(*node.operands[1])));
    }
    case Op::shl:
      // C++14 has no << of a negative number.
      return is_number(type) ||
             (fits_shift(node) && find(*node.operands[0]).low >= 0 && range_of(type).contains(find_unbounded(node)));
    case Op::neg:
    case Op::abs:
    case Op::add:
    case Op::sub:
    case Op::mul:
      return type.is_float() || is_number(type) || range_of(type).contains(find_unbounded(node));
    case Op::cast: {
      const Type& from = node.operands[0]->type;
      if (!from.is_float() || !is_integer(type) || is_number(type)) return true;
      const RealRange real = find_real(*node.operands[0]);
      const ValueRange all = range_of(type);
      const double least = static_cast<double>(all.low), most = static_cast<double>(all.high);
      // As doubles, the ends of 64 bits are rounded away from zero. Of others, what truncation brings back fits too.
      const bool fits =
          type.bits > 32 ? real.low >= least && real.high < most : real.low > least - 1 && real.high < most + 1;
      return !real.may_be_nan && fits;
    }
    default:
      return true;
  }
}

bool RangeAnalysis::divides_by_zero(const ExprNode& node) {
  if ((node.op != Op::div && node.op != Op::mod) || node.type.is_float()) return false;
  return is_zero(*node.operands[1]);
}

bool RangeAnalysis::is_zero(const ExprNode& node) {
  const ValueRange range = find(node);
  return range.low == 0 && range.high == 0;
}

RealRange RangeAnalysis::find_real(const ExprNode& node) {
  if (const auto known = known_reals_.find(&node); known != known_reals_.end()) return known->second;
  // A float is judged once for all arms.
  std::vector<Arm> arms = std::exchange(arms_, {});
  const RealRange found = find_new_real(node);
  arms_ = std::move(arms);
  return known_reals_[&node] = found;
}

/// What people write around a conversion to an integer: limits on both sides, with conversions in between. Rounding to
/// a float type keeps the order of numbers, so both ends are rounded alike.
RealRange RangeAnalysis::find_new_real(const ExprNode& node) {
  const auto operand = [&](std::size_t n) { return find_real(*node.operands[n]); };
  switch (node.op) {
    case Op::real:
      return {node.real, node.real, std::isnan(node.real)};
    case Op::load:  // a table may hold NaN beside its numbers
      if (!node.array->range) return any_real;
      return {node.array->range->real_low, node.array->range->real_high, node.array->is_table()};
    case Op::min: {  // a < b ? a : b: where a is NaN, b
      const RealRange a = operand(0), b = operand(1);
      return {std::min(a.low, b.low), a.may_be_nan ? b.high : std::min(a.high, b.high), b.may_be_nan};
    }
    case Op::max: {
      const RealRange a = operand(0), b = operand(1);
      return {a.may_be_nan ? b.low : std::max(a.low, b.low), std::max(a.high, b.high), b.may_be_nan};
    }
    case Op::select: {
      const RealRange a = operand(1), b = operand(2);
      return {std::min(a.low, b.low), std::max(a.high, b.high), a.may_be_nan || b.may_be_nan};
    }
    case Op::cast: {
      const ExprNode& inner = *node.operands[0];
      if (inner.type.is_float()) {
        const RealRange from = find_real(inner);
        return {round_to(node.type, from.low), round_to(node.type, from.high), from.may_be_nan};
      }
      if (!is_integer(inner.type) || node.type.bits == 16) return any_real;
      const ValueRange from = find(inner);
      if (node.type == p_float64) return {static_cast<double>(from.low), static_cast<double>(from.high), false};
      return {static_cast<float>(from.low), static_cast<float>(from.high), false};
    }
    default:
      break;
  }
  if (node.operands.empty() || node.op == Op::load || !node.type.is_float()) return any_real;
  return real_operation(node.op, node.type, operand(0), find_real(*node.operands.back()));
}

int RangeAnalysis::number_of(const ExprNode& node) {
  if (const auto known = numbers_.find(&node); known != numbers_.end()) return known->second;
  // The affine side of a computed index repeats its value, less what is unknown.
  if (node.op == Op::computed) return numbers_[&node] = number_of(*node.operands[0]);
  if (node.op == Op::unknown) return numbers_[&node] = no_number;
  std::vector<std::int64_t> content = {static_cast<int>(node.op),
                                       static_cast<int>(node.type.kind),
                                       node.type.bits,
                                       node.type.integer_bits,
                                       static_cast<int>(node.type.quantization),
                                       static_cast<int>(node.type.overflow),
                                       node.integer,
                                       std::bit_cast<std::int64_t>(node.real),
                                       node.index};
  for (const ExprPtr& operand : node.operands) {
    content.push_back(number_of(*operand));
    if (content.back() == no_number) return numbers_[&node] = no_number;
  }
  const int next = static_cast<int>(number_by_content_.size());
  const int number = number_by_content_.emplace(std::move(content), next).first->second;
  return numbers_[&node] = number;
}

namespace {

class ExactMarker {
 public:
  explicit ExactMarker(RangeAnalysis& ranges) : ranges_(ranges) {}

  ExprPtr mark(const ExprPtr& node) {
    if (node->operands.empty() || node->op == Op::load) return node;
    if (const auto known = marked_.find(node.get()); known != marked_.end()) return known->second;
    ExprNode copy = *node;
    copy.exact = ranges_.is_exact(*node);
    for (ExprPtr& operand : copy.operands) operand = mark(operand);
    return marked_[node.get()] = make_node(std::move(copy));
  }

 private:
  RangeAnalysis& ranges_;
  std::unordered_map<const ExprNode*, ExprPtr> marked_;
};

}  // namespace

ExprPtr mark_exact(const ExprPtr& value, RangeAnalysis& ranges) { return ExactMarker(ranges).mark(value); }

}  // namespace pom::dsl
