#pragma once
#include <source_location>
#include <string>

#include "placeholder.hpp"

namespace pom {

/// One value that computes read and write: an accumulator, a flag, a result.
///
///     scalar sum("sum", p_int32);
///     compute clear("clear", {i}, sum = 0);
///     compute add("add", {i, j}, sum += A(i, j));
///
/// It lives inside the generated function, and no compute may read it before one has written it. `output()` makes it a
/// result of the function instead: an argument `int32_t *sum`, with a valid signal beside it ("ap_vld"), or, with
/// `interface("s_axilite", "control")`, a register that a processor reads; and `returned()` its return value.
class scalar : public array_element {
 public:
  explicit scalar(std::string name, Type type = p_float32, std::source_location at = std::source_location::current());
  scalar(const scalar&) = default;
  /// What a compute stores; a scalar is declared once and never becomes another one.
  assigned operator=(const scalar& value) const { return array_element::assign(value); }
  assigned operator=(const expr& value) const { return array_element::assign(value); }

  const scalar& output(std::source_location at = std::source_location::current()) const;
  /// The function's return value: `int32_t dot(int32_t a[64], int32_t b[64])`. It is 0 until a compute writes it.
  /// Refused (`second-return`): another scalar is returned already.
  const scalar& returned(std::source_location at = std::source_location::current()) const;
  /// The port's protocol, of an output: "ap_vld" (the default), "ap_none", "s_axilite" with a bundle.
  const scalar& interface(const std::string& mode, const std::string& bundle = "",
                          std::source_location at = std::source_location::current()) const;
  /// A promise that no compute stores a value outside of [low, high], so that the scalar may be an index; what a compute
  /// stores must keep it (`bad-assume`).
  const scalar& assume(dsl::Number low, dsl::Number high,
                       std::source_location at = std::source_location::current()) const;
  const std::string& name() const { return storage_.name(); }
  /// The array of one element that it is, for directives.
  const placeholder& storage() const { return storage_; }

 private:
  explicit scalar(placeholder storage, std::source_location at);
  placeholder storage_;
};

}  // namespace pom
