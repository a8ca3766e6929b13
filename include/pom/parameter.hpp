#pragma once
#include <cstdint>
#include <source_location>
#include <string>

#include "expr.hpp"

namespace pom {

/// A size that only the caller knows: an integer argument (`int32_t`) of the generated function, in [low, high].
///
///     parameter N("N", 1, 1024);
///     var i("i", 0, N), j("j", 0, N);
///     placeholder A("A", {N, N});
///
/// It stands in bounds of loops, guards, indices and extents, where the analyses hold for each of its values, and in
/// values. Arrays have room for its largest value. A caller that gives another value than promised gets no defined
/// result (a simulation stops at an assertion).
/// Refused (`bad-parameter`): an empty range; ends that do not fit into 32 bits.
class parameter : public expr {
 public:
  parameter(std::string name, std::int64_t low, std::int64_t high,
            std::source_location at = std::source_location::current());
  /// The compiler says what is missing.
  template <std::convertible_to<std::string> Name>
  explicit parameter(const Name&) : expr(0) {
    static_assert(sizeof(Name) == 0, "a parameter has a range: parameter N(\"N\", 1, 1024)");
  }

  const std::string& name() const;
  /// The port's protocol; see primitives/interface.hpp.
  const parameter& interface(const std::string& mode, const std::string& bundle = "",
                             std::source_location at = std::source_location::current()) const;
};

/// The extent of an array's dimension: a number, or a sum of parameters and numbers such as `N + 2`, of which the array
/// gets the largest value.
class array_extent {
 public:
  array_extent(plain_integer auto value) : value_(value) {}
  array_extent(const expr& value) : value_(value) {}
  const expr& value() const { return value_; }

 private:
  expr value_;
};

}  // namespace pom
