#include "dsl/print/print_expression.hpp"

namespace pom::dsl {

std::string expression_helpers() {
  return R"(#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <type_traits>
#include <utility>

template <class T>
T pom_max(T a, T b) {
  return a > b ? a : b;
}
template <class T>
T pom_min(T a, T b) {
  return a < b ? a : b;
}
// Float to integer: truncates, saturates at the type's ends, NaN gives 0.
template <class T, class F>
T pom_truncate(F x) {
  const F end = F(std::numeric_limits<T>::max() / 2 + 1) * F(2);
  if (x != x) return 0;
  if (x >= end) return std::numeric_limits<T>::max();
  if (x < F(std::numeric_limits<T>::min())) return std::numeric_limits<T>::min();
  return T(x);
}
// Signed integers wrap around: computed without a sign.
template <class T>
using pom_unsigned = typename std::make_unsigned<T>::type;
template <class T>
T pom_add(T a, T b) {
  return T(pom_unsigned<T>(a) + pom_unsigned<T>(b));
}
template <class T>
T pom_sub(T a, T b) {
  return T(pom_unsigned<T>(a) - pom_unsigned<T>(b));
}
template <class T>
T pom_mul(T a, T b) {
  return T(pom_unsigned<T>(a) * pom_unsigned<T>(b));
}
template <class T>
T pom_neg(T a) {
  return pom_sub<T>(0, a);
}
template <class T>
T pom_abs(T a) {
  return a < 0 ? pom_neg<T>(a) : a;
}
template <class T>
T pom_shl(T a, T n) {
  return T(pom_unsigned<T>(a) << n);
}
// By 0 quotient and remainder are 0; the lowest number by -1 is itself, its remainder 0.
template <class T>
T pom_div(T a, T b) {
  return b == 0 ? T(0) : b == T(-1) && a == std::numeric_limits<T>::min() ? a : T(a / b);
}
template <class T>
T pom_mod(T a, T b) {
  return b == 0 || (b == T(-1) && a == std::numeric_limits<T>::min()) ? T(0) : T(a % b);
}
// The same for numbers of other widths, whose results have types of their own.
template <class R, class A, class B>
R pom_number_div(A a, B b) {
  if (b == 0) return R(0);
  return R(a / b);
}
template <class R, class A, class B>
R pom_number_mod(A a, B b) {
  if (b == 0) return R(0);
  return R(a % b);
}
template <class R, class T>
R pom_number_abs(T a) {
  return a < 0 ? R(-a) : R(a);
}
// Quotient and remainder that round down; b > 0.
inline int pom_floordiv(int a, int b) { return a % b < 0 ? a / b - 1 : a / b; }
inline int pom_floormod(int a, int b) { return a % b < 0 ? a % b + b : a % b; }
inline long long pom_floordiv_wide(long long a, long long b) { return a % b < 0 ? a / b - 1 : a / b; }
inline long long pom_floormod_wide(long long a, long long b) { return a % b < 0 ? a % b + b : a % b; }
)";
}

}  // namespace pom::dsl
