#pragma once
#include <iosfwd>
#include <type_traits>

#include "placeholder.hpp"
#include "var.hpp"

namespace pom {

/// What stands for a value of the kernel while the program is declared.
template <class T>
concept known_in_the_kernel =
    std::disjunction_v<std::is_same<T, placeholder>, std::conjunction<std::is_class<T>, std::is_convertible<T, expr>>>;

/// Deleted rather than asserted, so that who asks whether a type can be printed hears no; an overload of one's own is
/// the better match. Compilers show the line with its comment.
template <class Char, class Traits, known_in_the_kernel T>
void operator<<(std::basic_ostream<Char, Traits>&, const T&) = delete;  // no value yet: look at the kernel's test bench

}  // namespace pom
