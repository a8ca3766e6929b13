#pragma once
#include <source_location>
#include <string>

#include "expr.hpp"

namespace pom {

/// A scalar. With a value it is that number; without one it is a scalar argument of the generated function.
/// Without a type a number adapts to the operand beside it, and an argument takes the element type of the array
/// that its first use is stored to.
class constant : public expr {
 public:
  explicit constant(std::source_location at = std::source_location::current());
  explicit constant(std::string name, std::source_location at = std::source_location::current());
  constant(std::string name, Type type, std::source_location at = std::source_location::current());
  constant(plain_integer auto value, std::source_location at = std::source_location::current()) : constant(expr(value), at) {}
  constant(std::floating_point auto value, std::source_location at = std::source_location::current())
      : constant(expr(value), at) {}
  constant(plain_integer auto value, Type type, std::source_location at = std::source_location::current())
      : constant(expr(value), type, at) {}
  constant(std::floating_point auto value, Type type, std::source_location at = std::source_location::current())
      : constant(expr(value), type, at) {}

  /// The port's protocol; see primitives/interface.hpp. Refused for a constant that has a value.
  const constant& interface(const std::string& mode, const std::string& bundle = "",
                            std::source_location at = std::source_location::current()) const;

 private:
  constant(const expr& value, std::source_location at);
  constant(const expr& value, Type type, std::source_location at);
};

}  // namespace pom
