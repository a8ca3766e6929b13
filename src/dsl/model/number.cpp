#include "dsl/model/number.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include <pom/diagnostic.hpp>

namespace pom::dsl {
namespace {

using UnsignedWide = unsigned __int128;

int integer_bits(const Type& type) { return type.is_fixed() ? type.integer_bits : type.bits; }

Type make_number(bool fixed, bool with_sign, int integer, int fraction) {
  if (fixed) return with_sign ? p_fixed(integer + fraction, integer) : p_ufixed(integer + fraction, integer);
  Type type = with_sign ? p_int(integer) : p_uint(integer);
  // An exact result of a native width stays a number: C++'s own arithmetic would lose bits in the next operation.
  if (!is_number(type)) type.integer_bits = integer;
  return type;
}

/// Moves the binary point: towards more fraction bits only.
Wide align(Wide value, int by) {
  return by >= widest_number ? 0 : static_cast<Wide>(static_cast<UnsignedWide>(value) << by);
}

Wide greatest(const Type& type) {
  const int value_bits = type.bits - (type.is_signed() ? 1 : 0);
  if (value_bits >= 127) return static_cast<Wide>(~UnsignedWide{0} >> 1);
  return (static_cast<Wide>(1) << value_bits) - 1;
}

Wide least(const Type& type) {
  if (!type.is_signed()) return 0;
  return is_symmetric(type) ? -greatest(type) : -greatest(type) - 1;
}

/// value / 2^shift as the mode says; shift > 0.
Wide quantize(Wide value, int shift, Quantization mode) {
  if (shift >= widest_number - 1) {
    // Less than half of the last place: only its sign counts, and that it is not zero.
    value = value < 0 ? -1 : value > 0 ? 1 : 0;
    shift = 2;
  }
  const Wide floor = value >> shift, rest = value - align(floor, shift), half = static_cast<Wide>(1) << (shift - 1);
  const bool exact = rest == 0, above = rest > half, tie = rest == half;
  switch (mode) {
    case Quantization::truncate:
      return floor;
    case Quantization::truncate_zero:
      return floor + (value < 0 && !exact);
    case Quantization::round:
      return floor + (above || tie);
    case Quantization::round_zero:
      return floor + (above || (tie && value < 0));
    case Quantization::round_minus_infinity:
      return floor + above;
    case Quantization::round_infinity:
      return floor + (above || (tie && value >= 0));
    case Quantization::round_even:
      return floor + (above || (tie && (floor & 1) != 0));
  }
  return floor;
}

/// A value in units of the target's last place; `beyond`: it is larger in size than any 128-bit number.
Wide fit(Wide value, bool beyond, bool negative, const Type& to) {
  const Wide low = least(to), high = greatest(to);
  const bool above = beyond ? !negative : value > high, below = beyond ? negative : value < low;
  const Overflow mode = to.is_fixed() ? to.overflow : Overflow::wrap;
  if ((!above && !below) || mode == Overflow::wrap) return wrap_number(value, to);
  if (mode == Overflow::saturate_zero) return 0;
  return above ? high : low;
}

bool loses_bits(Wide value, int by) { return by >= widest_number - 1 ? value != 0 : (align(value, by) >> by) != value; }

Wide scale(Wide value, int from_fraction, const Type& to) {
  const int by = fraction_bits(to) - from_fraction;
  if (by < 0) {
    const Quantization mode = to.is_fixed() ? to.quantization : Quantization::truncate_zero;
    return fit(quantize(value, -by, mode), false, value < 0, to);
  }
  return fit(align(value, by), loses_bits(value, by), value < 0, to);
}

/// A shift's amount as far as it matters: beyond ±128 nothing but the sign is left. As unsigned of 128 bits a value may
/// look negative.
int amount_of(Wide amount, const Type& type) {
  if (amount < 0 && !type.is_signed()) return widest_number;
  return static_cast<int>(std::clamp<Wide>(amount, -widest_number, widest_number));
}

/// value · 2^by as the vendor shifts: bits that leave the type are lost, a negative amount shifts to the right.
Wide shifted(Wide value, int by, const Type& type) {
  if (by >= 0) return wrap_number(align(value, by), type);
  if (!type.is_signed()) return by == -widest_number ? 0 : static_cast<Wide>(static_cast<UnsignedWide>(value) >> -by);
  return value >> std::min(-by, widest_number - 1);
}

/// Modulo 2^128.
Wide sum(Wide left, Wide right) {
  return static_cast<Wide>(static_cast<UnsignedWide>(left) + static_cast<UnsignedWide>(right));
}
Wide difference(Wide left, Wide right) {
  return static_cast<Wide>(static_cast<UnsignedWide>(left) - static_cast<UnsignedWide>(right));
}

/// Two values of one type: without a sign, one of 128 bits may look negative.
int compare(Wide left, Wide right, const Type& type) {
  if (left == right) return 0;
  const bool less =
      type.is_signed() ? left < right : static_cast<UnsignedWide>(left) < static_cast<UnsignedWide>(right);
  return less ? -1 : 1;
}

struct Division {
  Wide quotient, remainder;
};

/// Toward zero, by way of the sizes, which always fit; by 0 both are 0.
Division divide(Wide left, const Type& left_type, Wide right, const Type& right_type) {
  if (right == 0) return {0, 0};
  const bool left_negative = left < 0 && left_type.is_signed(), right_negative = right < 0 && right_type.is_signed();
  const auto size = [](Wide value, bool negative) {
    return static_cast<UnsignedWide>(negative ? difference(0, value) : value);
  };
  const UnsignedWide dividend = size(left, left_negative), divisor = size(right, right_negative);
  const auto with_sign = [](UnsignedWide value, bool negative) {
    return negative ? difference(0, static_cast<Wide>(value)) : static_cast<Wide>(value);
  };
  return {with_sign(dividend / divisor, left_negative != right_negative), with_sign(dividend % divisor, left_negative)};
}

}  // namespace

bool is_number(const Type& type) {
  if (type.is_float()) return false;
  return type.integer_bits != 0 || type.is_fixed() ||
         (type.bits != 8 && type.bits != 16 && type.bits != 32 && type.bits != 64);
}

std::optional<std::string> find_type_fault(const Type& type) {
  // Numbers that a cast made into enumerators.
  const auto is_past = [](auto value, auto last) { return value < decltype(value){} || value > last; };
  if (is_past(type.kind, TypeKind::unsigned_fixed)) return "a type of no known kind";
  if (is_past(type.quantization, Quantization::round_even) || is_past(type.overflow, Overflow::saturate_symmetric))
    return "a type of no known quantization or overflow";
  if (type.is_float()) {
    const bool brain = type.kind == TypeKind::brain_floating;
    if (type.bits == 16 || (!brain && (type.bits == 32 || type.bits == 64))) return {};
    return to_string(type) + " is no type: floats have 16, 32 or 64 bits, p_bfloat16 has 16";
  }
  if (type.bits < 1 || type.bits > widest_number)
    return to_string(type) + " has " + std::to_string(type.bits) + " bits; 1 to " + std::to_string(widest_number) +
           " are possible";
  if (type.is_fixed() && (type.integer_bits < -widest_number || type.integer_bits > 2 * widest_number))
    return to_string(type) + " has its binary point too far away";
  return {};
}

bool loses_high_bits(const Type& type) { return !type.is_float() && !type.is_fixed() && type.bits > 64; }

Type as_fixed_point(const Type& integer) {
  return integer.is_signed() ? p_fixed(integer.bits, integer.bits) : p_ufixed(integer.bits, integer.bits);
}

bool is_symmetric(const Type& type) {
  return type.is_fixed() && type.is_signed() && type.overflow == Overflow::saturate_symmetric && type.bits > 1;
}

int fraction_bits(const Type& type) { return type.is_fixed() ? type.bits - type.integer_bits : 0; }

std::size_t storage_bytes(const Type& type) {
  std::size_t bytes = 1;
  while (bytes * 8 < static_cast<std::size_t>(type.bits)) bytes *= 2;
  return bytes;
}

std::optional<Type> number_result(Op op, const Type& left, const Type& right) {
  const bool fixed = left.is_fixed() || right.is_fixed();
  const bool with_sign = left.is_signed() || right.is_signed();
  const int left_integer = integer_bits(left) + (with_sign && !left.is_signed() ? 1 : 0);
  const int right_integer = integer_bits(right) + (with_sign && !right.is_signed() ? 1 : 0);
  const int integer = std::max(left_integer, right_integer);
  const int left_fraction = fraction_bits(left), right_fraction = fraction_bits(right);
  const int fraction = std::max(left_fraction, right_fraction);
  Type result;
  switch (op) {
    case Op::add:
      result = make_number(fixed, with_sign, integer + 1, fraction);
      break;
    case Op::sub:
      result = make_number(fixed, true, integer + 1, fraction);
      break;
    case Op::mul:
      result = make_number(fixed, with_sign, integer_bits(left) + integer_bits(right), left_fraction + right_fraction);
      break;
    case Op::div: {
      const int sign = right.is_signed() ? 1 : 0;
      const int width = left.bits + (fixed ? std::max(right_fraction, 0) : 0) + sign;
      const int whole = fixed ? integer_bits(left) + right_fraction + sign : width;
      result = make_number(fixed, with_sign, whole, width - whole);
      break;
    }
    case Op::neg:
      result = make_number(fixed, true, integer_bits(left) + 1, left_fraction);
      break;
    case Op::abs:
      result = left.is_signed() ? make_number(fixed, true, integer_bits(left) + 1, left_fraction) : left;
      break;
    case Op::bit_not:
      return fixed ? std::nullopt : std::optional(left);
    case Op::shl:
    case Op::shr:
      return fixed || !is_number(left) ? std::nullopt : std::optional(left);
    case Op::mod:
    case Op::bit_and:
    case Op::bit_or:
    case Op::bit_xor:
      if (fixed) return {};
      [[fallthrough]];
    default:
      result = make_number(fixed, with_sign, integer, fraction);
      break;
  }
  if (result.bits < 1 || result.bits > widest_number) return {};
  return result;
}

Wide compute_number(Op op, const Type& result, Wide left, const Type& left_type, Wide right, const Type& right_type) {
  const int fraction = fraction_bits(result);
  const auto lift = [&](Wide value, const Type& type) { return align(value, fraction - fraction_bits(type)); };
  switch (op) {
    case Op::add:
      return wrap_number(sum(lift(left, left_type), lift(right, right_type)), result);
    case Op::sub:
      return wrap_number(difference(lift(left, left_type), lift(right, right_type)), result);
    case Op::mul:
      return wrap_number(static_cast<Wide>(static_cast<UnsignedWide>(left) * static_cast<UnsignedWide>(right)), result);
    case Op::div:
      return wrap_number(
          divide(align(left, std::max(fraction_bits(right_type), 0)), left_type, right, right_type).quotient, result);
    case Op::mod:
      return wrap_number(divide(left, left_type, right, right_type).remainder, result);
    case Op::bit_and:
      return left & right;
    case Op::bit_or:
      return left | right;
    case Op::bit_xor:
      return left ^ right;
    case Op::bit_not:
      return wrap_number(~left, result);
    case Op::shl:
      return shifted(left, amount_of(right, right_type), result);
    case Op::shr:
      return shifted(left, -amount_of(right, right_type), result);
    case Op::neg:
      return wrap_number(difference(0, left), result);
    case Op::abs:
      return wrap_number(left < 0 && left_type.is_signed() ? difference(0, left) : left, result);
    case Op::min:
      return compare(left, right, left_type) < 0 ? left : right;
    case Op::max:
      return compare(left, right, left_type) > 0 ? left : right;
    case Op::lt:
      return compare(left, right, left_type) < 0;
    case Op::le:
      return compare(left, right, left_type) <= 0;
    case Op::gt:
      return compare(left, right, left_type) > 0;
    case Op::ge:
      return compare(left, right, left_type) >= 0;
    case Op::eq:
      return left == right;
    case Op::ne:
      return left != right;
    default:
      throw InternalError(std::string("no operation on numbers: ") + to_string(op));
  }
}

Wide convert_number(Wide value, const Type& from, const Type& to) { return scale(value, fraction_bits(from), to); }

Wide number_from_double(double value, const Type& to) {
  if (std::isnan(value) || std::isinf(value)) return fit(0, true, std::isinf(value) && value < 0, to);
  if (value == 0) return 0;
  int exponent = 0;
  const double significand = std::frexp(value, &exponent);  // in [0.5, 1)
  return scale(static_cast<Wide>(std::ldexp(significand, 53)), 53 - exponent, to);
}

Wide saturated_integer(double value, const Type& to) {
  if (std::isnan(value)) return 0;
  const double end = std::ldexp(1.0, to.bits - (to.is_signed() ? 1 : 0));
  if (value >= end) return greatest(to);
  if (value < (to.is_signed() ? -end : 0.0)) return least(to);
  return static_cast<Wide>(value);
}

double number_to_double(Wide value, const Type& from) {
  const double whole =
      from.is_signed() ? static_cast<double>(value) : static_cast<double>(static_cast<UnsignedWide>(value));
  return std::ldexp(whole, -fraction_bits(from));
}

float number_to_float(Wide value, const Type& from) {
  const float whole =
      from.is_signed() ? static_cast<float>(value) : static_cast<float>(static_cast<UnsignedWide>(value));
  return std::ldexp(whole, -fraction_bits(from));
}

Wide wrap_number(Wide value, const Type& type) {
  if (type.bits >= widest_number) return value;
  const int shift = widest_number - type.bits;
  const UnsignedWide high = static_cast<UnsignedWide>(value) << shift;
  return type.is_signed() ? static_cast<Wide>(high) >> shift : static_cast<Wide>(high >> shift);
}

}  // namespace pom::dsl
