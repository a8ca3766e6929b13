#pragma once
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

namespace pom::dsl {

/// A number of any of C++'s arithmetic types, as it is.
struct Number {
  enum class Kind { signed_integer, unsigned_integer, real };

  Kind kind = Kind::signed_integer;
  std::uint64_t bits = 0;  ///< of an integer
  double real = 0;

  Number() = default;
  Number(std::integral auto value)
      : kind(std::is_signed_v<decltype(value)> ? Kind::signed_integer : Kind::unsigned_integer),
        bits(static_cast<std::uint64_t>(value)) {}
  Number(std::floating_point auto value) : kind(Kind::real), real(static_cast<double>(value)) {}
};

/// What `std::begin` and `std::end` go through, text excepted.
template <class Range>
concept number_range = requires(const Range& range) {
  {std::begin(range) != std::end(range)};
  {*std::begin(range)};
}
&&!std::same_as<std::remove_cvref_t<decltype(*std::begin(std::declval<const Range&>()))>, char>;

/// Numbers, or lists of them: what stands in the braces of `W.values({{1, 2}, {3, 4}})`; vectors and arrays too.
class Contents {
 public:
  Contents(std::integral auto value) : number_(value) {}
  Contents(std::floating_point auto value) : number_(value) {}
  Contents(std::initializer_list<Contents> parts) : is_list_(true), parts_(parts) {}
  template <number_range Range>
  requires(!std::same_as<Range, Contents> && !std::same_as<Range, std::initializer_list<Contents>>)
      Contents(const Range& range)
      : is_list_(true) {
    for (const auto& part : range) parts_.emplace_back(part);
  }

  bool is_list() const { return is_list_; }
  const Number& number() const { return number_; }
  const std::vector<Contents>& parts() const { return parts_; }

 private:
  bool is_list_ = false;
  Number number_;
  std::vector<Contents> parts_;
};

}  // namespace pom::dsl
