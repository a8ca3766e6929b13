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

class array_element;

/// What a compute stores and where: `C(i, j) += A(i, k) * B(k, j)`.
class assignment {
 public:
  const expr& destination() const { return destination_; }
  const expr& value() const { return value_; }

 private:
  friend class array_element;
  assignment(expr destination, expr value) : destination_(std::move(destination)), value_(std::move(value)) {}
  expr destination_, value_;
};

/// An element of an array, readable as a value and usable as a compute's destination. Its assignment operators change
/// nothing here: they say what a compute does.
class array_element : public expr {
 public:
  explicit array_element(dsl::ExprPtr node) : expr(std::move(node)) {}
  array_element(const array_element&) = default;
  /// A C++ variable may be made to name another element; an element that was just written `A(i)` is assigned to.
  array_element& operator=(const array_element&) & = default;
  assignment operator=(const array_element& value) const&& { return assign(value); }
  assignment operator=(const expr& value) const { return assign(value); }
  assignment operator+=(Located value) const;
  assignment operator-=(Located value) const;
  assignment operator*=(Located value) const;
  assignment operator/=(Located value) const;
  assignment operator%=(Located value) const;
  assignment operator&=(Located value) const;
  assignment operator|=(Located value) const;
  assignment operator^=(Located value) const;
  assignment operator<<=(Located value) const;
  assignment operator>>=(Located value) const;
  /// One more index: `A[i][j]` is `A(i, j)`.
  array_element operator[](Located index) const;

 protected:
  assignment assign(const expr& value) const { return {*this, value}; }
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
  friend class scalar;
  void set_local(bool local) const;
  const placeholder& add(Primitive, const Location&) const;
  array_element element(const Location& at, std::vector<expr> indices) const;

  std::string name_;
  std::shared_ptr<dsl::Function> function_;
  int array_ = -1;
};

}  // namespace pom
