#pragma once
#include <concepts>

#include "expr.hpp"

/// `std::sin(a)` of a value that only the run knows: the message says what to write, where the compiler would otherwise
/// list the overloads for numbers. These templates are chosen for pom's own types only.
namespace pom {

template <class T>
concept program_value = std::derived_from<T, expr>;

/// An operand of another type than its partner, one of them a value of the program.
template <class B, class A>
concept compared_with = !std::same_as<A, B> && (program_value<A> || program_value<B>);

/// False, but not before a call asks.
template <class>
inline constexpr bool computes_while_declared = false;

}  // namespace pom

#define POM_NOT_IN_STD(name)                                                                                \
  template <pom::program_value A, class... B>                                                               \
  pom::expr name(const A& a, const B&...) {                                                                 \
    static_assert(pom::computes_while_declared<A>,                                                          \
                  "std::" #name " computes numbers while the program is declared; write " #name             \
                  " without std:: (pom::" #name ", see docs/functions.md) for what the hardware computes"); \
    return a;                                                                                               \
  }
#define POM_NOT_A_CHOICE(name, instead)                                                                 \
  /* The library's own has operands of one type too; the constraint makes this one the better match. */ \
  template <pom::program_value A>                                                                       \
  pom::expr name(const A& a, const A&) {                                                                \
    static_assert(pom::computes_while_declared<A>,                                                      \
                  "std::" #name " compares numbers while the program is declared; write " #instead      \
                  "(a, b) for what the hardware compares");                                             \
    return a;                                                                                           \
  }                                                                                                     \
  template <class A, pom::compared_with<A> B>                                                           \
  pom::expr name(const A& a, const B&) {                                                                \
    return name(pom::expr(a), pom::expr(a));                                                            \
  }
namespace std {
POM_NOT_A_CHOICE(max, p_max)
POM_NOT_A_CHOICE(min, p_min)
POM_NOT_IN_STD(sin)
POM_NOT_IN_STD(cos)
POM_NOT_IN_STD(tan)
POM_NOT_IN_STD(atan)
POM_NOT_IN_STD(atan2)
POM_NOT_IN_STD(erf)
POM_NOT_IN_STD(exp)
POM_NOT_IN_STD(log)
POM_NOT_IN_STD(tanh)
POM_NOT_IN_STD(sqrt)
POM_NOT_IN_STD(pow)
POM_NOT_IN_STD(fmod)
POM_NOT_IN_STD(floor)
POM_NOT_IN_STD(ceil)
POM_NOT_IN_STD(round)
POM_NOT_IN_STD(trunc)
POM_NOT_IN_STD(abs)
}  // namespace std
#undef POM_NOT_IN_STD
#undef POM_NOT_A_CHOICE
