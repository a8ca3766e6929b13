#include "dsl/record/expand_function.hpp"

#include <bit>
#include <optional>
#include <utility>

#include "dsl/model/conversion.hpp"
#include "dsl/model/number.hpp"

namespace pom::dsl {
namespace {

ExprPtr expand_power(Type type, const ExprPtr& base, const ExprPtr& exponent, const Location& at) {
  if (exponent->op != Op::real) return nullptr;
  const ExprPtr one = make_real(1, type, at);
  if (exponent->real == 0) return one;  // also of NaN
  if (exponent->real == 1) return base;
  if (exponent->real == 2) return make_operation(Op::mul, type, {base, base}, at);
  if (exponent->real == -1) return make_operation(Op::div, type, {one, base}, at);
  return nullptr;
}

ExprPtr cast_to(Type type, ExprPtr value, const Location& at) {
  if (value->type == type) return value;
  if (value->op == Op::integer) return convert_literal(*value, type);
  return make_operation(Op::cast, type, {std::move(value)}, at);
}

/// Counts the bits of an unsigned word of 32 or 64 bits whose bits from `width` on are zero.
class BitCounter {
 public:
  BitCounter(ExprPtr word, int width, const Location& at) : sum_(std::move(word)), width_(width), at_(at) {}

  ExprPtr count() {
    if (width_ > 1) sum_ = operation(Op::sub, sum_, masked(shifted(1), 0x5555555555555555));
    if (width_ > 2) sum_ = operation(Op::add, masked(sum_, 0x3333333333333333), masked(shifted(2), 0x3333333333333333));
    if (width_ > 4) sum_ = masked(operation(Op::add, sum_, shifted(4)), 0x0f0f0f0f0f0f0f0f);
    if (width_ <= 8) return sum_;
    // A byte holds each sum from here on; only the lowest one counts in the end.
    for (int bits = 8; bits < width_; bits *= 2) sum_ = operation(Op::add, sum_, shifted(bits));
    return masked(sum_, (std::uint64_t{1} << std::bit_width(static_cast<unsigned>(width_))) - 1);
  }

 private:
  ExprPtr operation(Op op, const ExprPtr& left, const ExprPtr& right) const {
    return make_operation(op, sum_->type, {left, right}, at_);
  }
  ExprPtr number(std::uint64_t value) const { return make_integer(static_cast<std::int64_t>(value), sum_->type, at_); }
  ExprPtr shifted(int bits) const { return operation(Op::shr, sum_, number(bits)); }
  /// No count has more bits than what it counts, so that the mask needs none beyond the width.
  ExprPtr masked(const ExprPtr& value, std::uint64_t mask) const {
    return operation(Op::bit_and, value, number(mask & (~std::uint64_t{0} >> (64 - width_))));
  }

  ExprPtr sum_;
  int width_;
  const Location& at_;
};

/// The lowest `width` bits of an unsigned value that has no others, at most 64.
ExprPtr count_word(ExprPtr value, int width, const Location& at) {
  return BitCounter(cast_to(width > 32 ? p_uint64 : p_uint32, std::move(value), at), width, at).count();
}

}  // namespace

ExprPtr expand_function(Op op, Type type, const std::vector<ExprPtr>& operands, const Location& at) {
  const auto one = [&] { return make_real(1, type, at); };
  switch (op) {
    case Op::rsqrt:
      return make_operation(Op::div, type, {one(), make_operation(Op::sqrt, type, operands, at)}, at);
    case Op::sigmoid: {
      const ExprPtr power = make_operation(Op::exp, type, {make_operation(Op::neg, type, operands, at)}, at);
      return make_operation(Op::div, type, {one(), make_operation(Op::add, type, {one(), power}, at)}, at);
    }
    case Op::pow:
      return expand_power(type, operands[0], operands[1], at);
    default:
      return nullptr;
  }
}

ExprPtr expand_popcount(ExprPtr value, const Location& at) {
  const Type type = value->type;
  const int width = type.bits;
  Type bits = type;
  bits.kind = TypeKind::unsigned_integer;
  value = cast_to(bits, std::move(value), at);
  ExprPtr count;
  if (width <= 64) {
    count = count_word(std::move(value), width, at);
  } else {
    const ExprPtr upper = make_operation(Op::shr, bits, {value, make_integer(64, p_int32, at)}, at);
    const ExprPtr low = count_word(cast_to(p_uint64, value, at), 64, at);
    const ExprPtr high = count_word(cast_to(p_uint64, upper, at), width - 64, at);
    count = make_operation(Op::add, p_uint64, {low, high->type == p_uint64 ? high : cast_to(p_uint64, high, at)}, at);
  }
  ExprNode result;
  result.op = Op::cast;
  result.type = p_uint8;
  result.operands = {std::move(count)};
  result.at = at;
  result.limit = width;
  return make_node(std::move(result));
}

}  // namespace pom::dsl
