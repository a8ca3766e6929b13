#pragma once
#include <concepts>
#include <cstdint>
#include <memory>
#include <source_location>
#include <string>
#include <vector>

#include "contents.hpp"
#include "expr.hpp"
#include "parameter.hpp"
#include "primitives.hpp"

namespace pom {

namespace dsl {
struct Function;
}

class array_element;
class compute;
struct broadcasted;
struct converted;

/// What a compute stores and where: `C(i, j) += A(i, k) * B(k, j)`.
class [[nodiscard("an assignment says what a compute does: compute s(\"s\", {i}, A(i) = B(i));")]] assigned {
 public:
  const expr& destination() const { return destination_; }
  const expr& value() const { return value_; }

 private:
  friend class array_element;
  assigned(expr destination, expr value) : destination_(std::move(destination)), value_(std::move(value)) {}
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
  assigned operator=(const array_element& value) const&& { return assign(value); }
  assigned operator=(const expr& value) const { return assign(value); }
  assigned operator+=(Located value) const;
  assigned operator-=(Located value) const;
  assigned operator*=(Located value) const;
  assigned operator/=(Located value) const;
  assigned operator%=(Located value) const;
  assigned operator&=(Located value) const;
  assigned operator|=(Located value) const;
  assigned operator^=(Located value) const;
  assigned operator<<=(Located value) const;
  assigned operator>>=(Located value) const;
  /// One more index: `A[i][j]` is `A(i, j)`.
  array_element operator[](Located index) const;

 protected:
  assigned assign(const expr& value) const { return {*this, value}; }
};

/// An array: a memory port of the generated function. Indices are affine in the loop variables, or values that the
/// program computes: `T(B(i))`, `H(cast(x, p_int32) & 255)`. Of those it must be proved, from types, tables' values,
/// `assume`, masks, remainders and clamps, that they stay inside.
class placeholder {
 public:
  /// Moves copy, so that what was moved from still names what it named.
  placeholder(const placeholder&) = default;
  placeholder& operator=(const placeholder&) = default;
  placeholder(std::string name, std::vector<array_extent> shape, Type type = p_float32,
              std::source_location at = std::source_location::current());
  /// A template, so that a braced list is always the one above.
  template <plain_integer Extent>
  placeholder(std::string name, const std::vector<Extent>& shape, Type type = p_float32,
              std::source_location at = std::source_location::current())
      : placeholder(std::move(name), std::vector<array_extent>(shape.begin(), shape.end()), type, at) {}

  /// The compiler says where the braces are missing.
  template <plain_integer Extent, class... Others>
  placeholder(const std::string&, Extent, const Others&...) {
    static_assert(sizeof(Extent) == 0, "the shape of an array stands in braces: placeholder A(\"A\", {32, 32})");
  }
  /// The compiler says what a type is.
  template <std::size_t length>
  placeholder(const std::string&, std::vector<array_extent>, const char (&)[length]) {
    static_assert(length == 0, "a type has no quotes: p_float32, p_int8, p_uint(5), p_fixed(16, 8)");
  }

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

  /// The compiler says where the braces are missing.
  template <plain_integer Factor, class... Others>
  const placeholder& partition(Factor, const Others&...) const {
    static_assert(sizeof(Factor) == 0, "each dimension has its factor, in braces: A.partition({4, 1}, \"cyclic\")");
    return *this;
  }

  const placeholder& reshape(std::vector<std::int64_t> factors, const char* kind,
                             std::source_location at = std::source_location::current()) const;
  const placeholder& reshape(std::vector<std::int64_t> factors, std::vector<std::string> kinds,
                             std::source_location at = std::source_location::current()) const;
  const placeholder& bind_storage(const std::string& type, const std::string& implementation, int latency = -1,
                                  std::source_location at = std::source_location::current()) const;
  const placeholder& interface(const std::string& mode, const std::string& bundle = "",
                               std::source_location at = std::source_location::current()) const;
  const placeholder& buffer_at(const compute& s, LoopRef loop,
                               std::source_location at = std::source_location::current()) const;
  /// A handle for the buffer, for directives on its memory; it has no elements to read.
  placeholder buffer_at(const compute& s, LoopRef loop, const std::string& name,
                        std::source_location at = std::source_location::current()) const;
  /// Without a name, the array is called "<array>_in".
  broadcasted broadcast(const std::string& name = "", std::source_location at = std::source_location::current()) const;
  /// Without a name, the copy is called "<array>_converted".
  converted convert(const std::string& name = "", std::source_location at = std::source_location::current()) const;
  const placeholder& buffer(std::source_location at = std::source_location::current()) const;
  placeholder buffer(const std::string& name, std::source_location at = std::source_location::current()) const;
  const placeholder& pack(std::int64_t lanes, const char* rows = "whole", std::int64_t ports = 1,
                          std::source_location at = std::source_location::current()) const;
  const placeholder& stream(int depth = 2, std::source_location at = std::source_location::current()) const;

  /// Part of the program: the array lives inside the generated function instead of being one of its arguments. Its
  /// contents do not survive the call.
  /// Refused (`uninitialized-read`): a compute that reads an element before any compute has written it.
  const placeholder& local(std::source_location at = std::source_location::current()) const;

  /// Part of the program: the array is a table, which nothing writes: no argument, but constants inside the generated
  /// function. Numbers of any type in nested braces, or flat in row-major order; vectors and arrays of them too.
  /// Refused (`bad-table`): another count than the array's, a number that the element type does not hold, contents
  /// given twice or after a compute used the array. A compute that writes a table is refused (`table-written`).
  const placeholder& values(const dsl::Contents& contents,
                            std::source_location at = std::source_location::current()) const;
  /// The same from a file, whose name's end says how it is read: .npy (NumPy, any order and byte order), .bin or .raw
  /// (the array's elements, little-endian), .txt or .csv (numbers, with white space or commas between).
  const placeholder& values_from(const std::string& file,
                                 std::source_location at = std::source_location::current()) const;
  /// Part of the program: a promise that the caller keeps: every element lies in [low, high]. Contents that the
  /// verification and the test bench make up keep it too, and what is proved of values may rely on it.
  /// Refused (`bad-assume`): an empty range, one that the element type does not hold, a table, a promise after a
  /// compute used the array; and a compute that may write something else there.
  const placeholder& assume(dsl::Number low, dsl::Number high,
                            std::source_location at = std::source_location::current()) const;

  const std::string& name() const { return name_; }

 private:
  friend class scalar;
  friend class compute;
  /// One that a directive adds to the program. The name stands second: {} may be a shape.
  placeholder(std::shared_ptr<dsl::Function> function, std::string name)
      : name_(std::move(name)), function_(std::move(function)) {}
  /// False after adding a finding: the program as written has no such array.
  bool is_declared(const Location&) const;
  void make_output(const Location& at) const;
  void set_returned(const Location& at) const;
  const placeholder& add(Primitive, const Location&) const;
  array_element element(const Location& at, std::vector<expr> indices) const;

  std::string name_;
  std::shared_ptr<dsl::Function> function_;
  int array_ = -1;  ///< in Function::arrays; -1: a directive adds it
};

}  // namespace pom
