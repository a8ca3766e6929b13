#pragma once
#include <concepts>
#include <cstdint>
#include <memory>
#include <source_location>
#include <string>
#include <vector>

#include "expr.hpp"
#include "primitives.hpp"

namespace pom {

namespace dsl {
struct Function;
}

/// An element of an array, readable as a value and usable as a compute's destination.
class array_element : public expr {
 public:
  explicit array_element(dsl::ExprPtr node) : expr(std::move(node)) {}
  /// One more index: `A[i][j]` is `A(i, j)`.
  array_element operator[](Located index) const;
};

/// An array: a memory port of the generated function. Indices are affine in the loop variables.
class placeholder {
 public:
  placeholder(std::string name, std::vector<std::int64_t> shape, Type type = p_float32,
              std::source_location at = std::source_location::current());

  array_element operator()(Located first, const std::convertible_to<expr> auto&... rest) const {
    return element(first.at, {first.value, expr(rest)...});
  }
  array_element operator()(std::source_location at = std::source_location::current()) const { return element(at, {}); }
  array_element operator[](Located index) const { return element(index.at, {index.value}); }

  /// One factor per dimension (1 = not partitioned); `kind` is "cyclic", "block", "complete" or "none".
  /// Refused: an unknown kind, a wrong number of factors, a factor < 1 or larger than the dimension.
  const placeholder& partition(std::vector<std::int64_t> factors, const char* kind,
                               std::source_location at = std::source_location::current()) const;
  /// A template, so that a braced list of kinds is never taken for one string.
  const placeholder& partition(std::vector<std::int64_t> factors, const std::same_as<std::string> auto& kind,
                               std::source_location at = std::source_location::current()) const {
    return partition(std::move(factors), kind.c_str(), at);
  }
  const placeholder& partition(std::vector<std::int64_t> factors, std::vector<std::string> kinds,
                               std::source_location at = std::source_location::current()) const;

  const placeholder& reshape(std::vector<std::int64_t> factors, const char* kind,
                             std::source_location at = std::source_location::current()) const;
  const placeholder& reshape(std::vector<std::int64_t> factors, std::vector<std::string> kinds,
                             std::source_location at = std::source_location::current()) const;
  const placeholder& bind_storage(const std::string& type, const std::string& implementation, int latency = -1,
                                  std::source_location at = std::source_location::current()) const;
  const placeholder& interface(const std::string& mode, const std::string& bundle = "",
                               std::source_location at = std::source_location::current()) const;
  const placeholder& stream(int depth = 2, std::source_location at = std::source_location::current()) const;

  /// Part of the program: the array lives inside the generated function instead of being one of its arguments. Its
  /// contents do not survive the call.
  /// Refused (`uninitialized-read`): a compute that reads an element before any compute has written it.
  const placeholder& local() const;

  const std::string& name() const { return name_; }

 private:
  const placeholder& add(Primitive, const Location&) const;
  array_element element(const Location& at, std::vector<expr> indices) const;

  std::string name_;
  std::shared_ptr<dsl::Function> function_;
  int array_ = -1;
};

}  // namespace pom
