// What each operation means, in C++. Compiled without contraction of a*b+c, so that floats round as written.
#include "dsl/execute/step_functions.hpp"

#include "dsl/execute/number_steps.hpp"
#include "dsl/model/number.hpp"
#include "dsl/model/small_float.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>

namespace pom::dsl {
namespace {

template <class T>
T get(const Frame& frame, int slot) {
  T value;
  std::memcpy(&value, &frame.registers[slot], sizeof value);
  return value;
}

template <class T>
void put(const Frame& frame, int slot, T value) {
  std::memcpy(&frame.registers[slot], &value, sizeof value);
}

/// Arithmetic of one type; integers wrap around, by way of the unsigned type.
template <class T>
struct Arithmetic {
  static constexpr bool is_integer = std::is_integral_v<T>;

  template <class Operation>
  static T wrap(T a, T b, Operation operation) {
    if constexpr (is_integer) {
      using Unsigned = std::make_unsigned_t<T>;
      return static_cast<T>(operation(static_cast<Unsigned>(a), static_cast<Unsigned>(b)));
    } else {
      return operation(a, b);
    }
  }

  static T add(T a, T b) {
    return wrap(a, b, [](auto x, auto y) { return x + y; });
  }
  static T sub(T a, T b) {
    return wrap(a, b, [](auto x, auto y) { return x - y; });
  }
  static T mul(T a, T b) {
    return wrap(a, b, [](auto x, auto y) { return x * y; });
  }
  static T neg(T a) {
    if constexpr (is_integer) return sub(0, a);
    return -a;
  }

  /// By 0: 0; the lowest number by -1 wraps to itself.
  static T div(T a, T b) {
    if constexpr (is_integer) {
      if (b == 0) return 0;
      if (std::is_signed_v<T> && b == static_cast<T>(-1)) return neg(a);
    }
    return a / b;
  }
  static T mod(T a, T b) {
    if constexpr (is_integer) {
      if (b == 0 || (std::is_signed_v<T> && b == static_cast<T>(-1))) return 0;
      return a % b;
    } else {
      return std::fmod(a, b);
    }
  }

  static T bit_and(T a, T b) { return a & b; }
  static T bit_or(T a, T b) { return a | b; }
  static T bit_xor(T a, T b) { return a ^ b; }
  static T bit_not(T a) { return static_cast<T>(~a); }
  /// The amount lies in [0, width).
  static T shl(T a, T b) {
    return wrap(a, b, [](auto x, auto y) { return x << y; });
  }
  static T shr(T a, T b) { return static_cast<T>(a >> b); }

  static T min(T a, T b) { return a < b ? a : b; }
  static T max(T a, T b) { return a > b ? a : b; }
  static T abs(T a) {
    if constexpr (std::is_floating_point_v<T>) return std::abs(a);
    return a < 0 ? neg(a) : a;
  }

  static bool lt(T a, T b) { return a < b; }
  static bool le(T a, T b) { return a <= b; }
  static bool gt(T a, T b) { return a > b; }
  static bool ge(T a, T b) { return a >= b; }
  static bool eq(T a, T b) { return a == b; }
  static bool ne(T a, T b) { return a != b; }
  static bool both(T a, T b) { return a != 0 && b != 0; }
  static bool either(T a, T b) { return a != 0 || b != 0; }
};

/// A 16-bit float: computes as a float and rounds each result (small_float.hpp).
template <std::uint16_t (*round)(double), float (*value)(std::uint16_t)>
struct SmallFloat {
  std::uint16_t bits;

  SmallFloat() = default;
  explicit SmallFloat(double x) : bits(round(x)) {}
  float wide() const { return value(bits); }
};

using Half = SmallFloat<round_to_half, half_value>;
using BrainFloat = SmallFloat<round_to_bfloat16, bfloat16_value>;

template <class T>
constexpr bool is_small = std::is_same_v<T, Half> || std::is_same_v<T, BrainFloat>;
template <class T>
constexpr bool is_real = std::is_floating_point_v<T> || is_small<T>;

template <class T>
struct SmallArithmetic {
  using F = Arithmetic<float>;

  static T add(T a, T b) { return T(F::add(a.wide(), b.wide())); }
  static T sub(T a, T b) { return T(F::sub(a.wide(), b.wide())); }
  static T mul(T a, T b) { return T(F::mul(a.wide(), b.wide())); }
  static T div(T a, T b) { return T(F::div(a.wide(), b.wide())); }
  static T mod(T a, T b) { return T(F::mod(a.wide(), b.wide())); }
  static T neg(T a) { return T(F::neg(a.wide())); }
  static T abs(T a) { return T(F::abs(a.wide())); }
  static T min(T a, T b) { return a.wide() < b.wide() ? a : b; }
  static T max(T a, T b) { return a.wide() > b.wide() ? a : b; }
  static bool lt(T a, T b) { return a.wide() < b.wide(); }
  static bool le(T a, T b) { return a.wide() <= b.wide(); }
  static bool gt(T a, T b) { return a.wide() > b.wide(); }
  static bool ge(T a, T b) { return a.wide() >= b.wide(); }
  static bool eq(T a, T b) { return a.wide() == b.wide(); }
  static bool ne(T a, T b) { return a.wide() != b.wide(); }
  static bool both(T a, T b) { return a.wide() != 0 && b.wide() != 0; }
  static bool either(T a, T b) { return a.wide() != 0 || b.wide() != 0; }
};

template <class T>
using ArithmeticOf = std::conditional_t<is_small<T>, SmallArithmetic<T>, Arithmetic<T>>;

/// A function of <cmath>; small floats compute in float.
template <class T, auto function>
void run_function(const Step& step, const Frame& frame) {
  const auto wide = [&](std::size_t n) {
    const T value = get<T>(frame, step.operands[n]);
    if constexpr (is_small<T>) {
      return value.wide();
    } else {
      return value;
    }
  };
  if constexpr (std::is_invocable_v<decltype(function), float>) {
    put<T>(frame, step.target, T(function(wide(0))));
  } else {
    put<T>(frame, step.target, T(function(wide(0), wide(1))));
  }
}

template <class T, T (*operation)(T)>
void run_unary(const Step& step, const Frame& frame) {
  put<T>(frame, step.target, operation(get<T>(frame, step.operands[0])));
}

template <class T, T (*operation)(T, T)>
void run_binary(const Step& step, const Frame& frame) {
  put<T>(frame, step.target, operation(get<T>(frame, step.operands[0]), get<T>(frame, step.operands[1])));
}

template <class T, bool (*operation)(T, T)>
void run_test(const Step& step, const Frame& frame) {
  bool holds = operation(get<T>(frame, step.operands[0]), get<T>(frame, step.operands[1]));
  put<std::int32_t>(frame, step.target, holds ? 1 : 0);
}

template <class T>
void run_select(const Step& step, const Frame& frame) {
  bool holds = get<std::int32_t>(frame, step.operands[0]) != 0;
  put<T>(frame, step.target, get<T>(frame, step.operands[holds ? 1 : 2]));
}

template <class T>
void run_load(const Step& step, const Frame& frame) {
  const AccessCode& access = frame.accesses[step.operands[0]];
  std::int64_t offset = element_offset(frame, step.operands[0]);
  T value{};
  bool inside = static_cast<std::uint64_t>(offset) < static_cast<std::uint64_t>(access.elements);
  if (inside) std::memcpy(&value, access.base + offset * static_cast<std::int64_t>(sizeof value), sizeof value);
  put<T>(frame, step.target, value);
}

template <class T>
void run_store(const Step& step, const Frame& frame) {
  const AccessCode& access = frame.accesses[step.operands[0]];
  std::int64_t offset = element_offset(frame, step.operands[0]);
  T value = get<T>(frame, step.operands[1]);
  bool inside = static_cast<std::uint64_t>(offset) < static_cast<std::uint64_t>(access.elements);
  if (inside) std::memcpy(access.base + offset * static_cast<std::int64_t>(sizeof value), &value, sizeof value);
}

void run_loop(const Step& step, const Frame& frame) {
  // Narrower types read the low bytes.
  put<std::int64_t>(frame, step.target, frame.iterators[step.operands[0]]);
}

/// Float to integer: truncates, saturates at the ends, NaN gives 0. Others as C++.
template <class To, class From>
To convert_value(From value) {
  if constexpr (is_small<From>) {
    return convert_value<To>(value.wide());
  } else if constexpr (is_small<To>) {
    return To(static_cast<double>(value));
  } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    using Limits = std::numeric_limits<To>;
    constexpr From end = static_cast<From>(Limits::max() / 2 + 1) * 2;  // 2^value bits, exact
    if (std::isnan(value)) return 0;
    if (value >= end) return Limits::max();
    if (value < static_cast<From>(Limits::min())) return Limits::min();
    return static_cast<To>(value);
  } else {
    return static_cast<To>(value);
  }
}

template <class To, class From>
void run_cast(const Step& step, const Frame& frame) {
  put<To>(frame, step.target, convert_value<To>(get<From>(frame, step.operands[0])));
}

template <class T>
StepFunction bit_step(Op op) {
  using A = Arithmetic<T>;
  switch (op) {
    case Op::bit_and:
      return run_binary<T, A::bit_and>;
    case Op::bit_or:
      return run_binary<T, A::bit_or>;
    case Op::bit_xor:
      return run_binary<T, A::bit_xor>;
    case Op::bit_not:
      return run_unary<T, A::bit_not>;
    case Op::shl:
      return run_binary<T, A::shl>;
    case Op::shr:
      return run_binary<T, A::shr>;
    default:
      return nullptr;
  }
}

template <class T>
StepFunction math_step(Op op) {
  switch (op) {
    case Op::sqrt:
      return run_function<T, [](auto x) { return std::sqrt(x); }>;
    case Op::exp:
      return run_function<T, [](auto x) { return std::exp(x); }>;
    case Op::log:
      return run_function<T, [](auto x) { return std::log(x); }>;
    case Op::tanh:
      return run_function<T, [](auto x) { return std::tanh(x); }>;
    case Op::sin:
      return run_function<T, [](auto x) { return std::sin(x); }>;
    case Op::cos:
      return run_function<T, [](auto x) { return std::cos(x); }>;
    case Op::tan:
      return run_function<T, [](auto x) { return std::tan(x); }>;
    case Op::atan:
      return run_function<T, [](auto x) { return std::atan(x); }>;
    case Op::erf:
      return run_function<T, [](auto x) { return std::erf(x); }>;
    case Op::floor:
      return run_function<T, [](auto x) { return std::floor(x); }>;
    case Op::ceil:
      return run_function<T, [](auto x) { return std::ceil(x); }>;
    case Op::round:
      return run_function<T, [](auto x) { return std::round(x); }>;
    case Op::trunc:
      return run_function<T, [](auto x) { return std::trunc(x); }>;
    case Op::pow:
      return run_function<T, [](auto x, auto y) { return std::pow(x, y); }>;
    case Op::atan2:
      return run_function<T, [](auto x, auto y) { return std::atan2(x, y); }>;
    case Op::fmod:
      return run_function<T, [](auto x, auto y) { return std::fmod(x, y); }>;
    default:
      return nullptr;
  }
}

template <class T>
StepFunction arithmetic_step(Op op) {
  using A = ArithmeticOf<T>;
  switch (op) {
    case Op::neg:
      return run_unary<T, A::neg>;
    case Op::abs:
      return run_unary<T, A::abs>;
    case Op::add:
      return run_binary<T, A::add>;
    case Op::sub:
      return run_binary<T, A::sub>;
    case Op::mul:
      return run_binary<T, A::mul>;
    case Op::div:
      return run_binary<T, A::div>;
    case Op::mod:
      return run_binary<T, A::mod>;
    case Op::min:
      return run_binary<T, A::min>;
    case Op::max:
      return run_binary<T, A::max>;
    case Op::lt:
      return run_test<T, A::lt>;
    case Op::le:
      return run_test<T, A::le>;
    case Op::gt:
      return run_test<T, A::gt>;
    case Op::ge:
      return run_test<T, A::ge>;
    case Op::eq:
      return run_test<T, A::eq>;
    case Op::ne:
      return run_test<T, A::ne>;
    case Op::logical_and:
      return run_test<T, A::both>;
    case Op::logical_or:
      return run_test<T, A::either>;
    case Op::select:
      return run_select<T>;
    default:
      break;
  }
  if constexpr (is_real<T>) {
    if (const StepFunction step = math_step<T>(op)) return step;
  }
  if constexpr (std::is_integral_v<T>) {
    if (const StepFunction step = bit_step<T>(op)) return step;
  }
  throw InternalError(std::string("no step for the operator ") + to_string(op));
}

/// Calls `make` with a value of the C++ type.
template <class Make>
StepFunction for_type(Type type, Make make) {
  bool is_signed = type.is_signed();
  if (type == p_float32) return make(float{});
  if (type == p_float64) return make(double{});
  if (type == p_half) return make(Half{});
  if (type == p_bfloat16) return make(BrainFloat{});
  switch (type.bits) {
    case 8:
      return is_signed ? make(std::int8_t{}) : make(std::uint8_t{});
    case 16:
      return is_signed ? make(std::int16_t{}) : make(std::uint16_t{});
    case 32:
      return is_signed ? make(std::int32_t{}) : make(std::uint32_t{});
    case 64:
      return is_signed ? make(std::int64_t{}) : make(std::uint64_t{});
    default:
      throw InternalError("no step for the type " + to_string(type));
  }
}

}  // namespace

StepFunction operation_step(Op op, Type type) {
  if (is_number(type)) return number_step(op);
  return for_type(type, [&](auto value) { return arithmetic_step<decltype(value)>(op); });
}

StepFunction cast_step(Type from, Type to) {
  if (is_number(from) || is_number(to)) return number_step(Op::cast);
  return for_type(to, [&](auto result) {
    using To = decltype(result);
    return for_type(from, [](auto operand) -> StepFunction { return run_cast<To, decltype(operand)>; });
  });
}

StepFunction load_step(Type type) {
  if (is_number(type)) return number_step(Op::load);
  return for_type(type, [](auto value) -> StepFunction { return run_load<decltype(value)>; });
}

StepFunction store_step(Type type) {
  if (is_number(type)) return number_store_step();
  return for_type(type, [](auto value) -> StepFunction { return run_store<decltype(value)>; });
}

StepFunction loop_step() { return run_loop; }

}  // namespace pom::dsl
