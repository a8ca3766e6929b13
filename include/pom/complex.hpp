#pragma once
#include <complex>
#include <concepts>
#include <cstdint>
#include <source_location>
#include <string>
#include <vector>

#include "placeholder.hpp"

namespace pom {

class complex_expr;

/// The first operand of an operator, with the user's line (see Located).
struct LocatedComplex {
  expr re, im;
  Location at;

  LocatedComplex(const complex_expr&, std::source_location where = std::source_location::current());
  LocatedComplex(const std::convertible_to<expr> auto& real,
                 std::source_location where = std::source_location::current())
      : re(real), im(0), at(where) {}
};

/// A complex value: two values, the real and the imaginary part. Operators are recorded on the parts; the generated
/// code has no complex numbers. Parts of a std::complex constant that are 0, 1 or -1 take no multiplication.
class complex_expr {
 public:
  complex_expr(const expr& real, const expr& imaginary) : re_(real), im_(imaginary) {}
  complex_expr(const std::convertible_to<expr> auto& real) : re_(real), im_(0) {}
  complex_expr(const std::complex<double>& number) : re_(number.real()), im_(number.imag()) {}

  const expr& re() const { return re_; }
  const expr& im() const { return im_; }

  friend complex_expr operator+(LocatedComplex, const complex_expr&);
  friend complex_expr operator-(LocatedComplex, const complex_expr&);
  friend complex_expr operator-(LocatedComplex);
  /// Four products.
  friend complex_expr operator*(LocatedComplex, const complex_expr&);
  friend complex_expr operator*(LocatedComplex, const std::complex<double>&);
  friend complex_expr operator*(const std::complex<double>&, const complex_expr&);
  /// By a real value: two products.
  friend complex_expr operator*(LocatedComplex z, const std::convertible_to<expr> auto& factor) {
    return scaled(z, factor);
  }
  friend complex_expr operator*(const std::convertible_to<expr> auto& factor, const complex_expr& z) {
    return scaled(z, factor);
  }
  friend complex_expr operator/(LocatedComplex z, const std::convertible_to<expr> auto& divisor) {
    return quotient(z, divisor);
  }

  /// `condition ? then : otherwise`, part by part.
  friend complex_expr select(Located condition, const complex_expr& then, const complex_expr& otherwise);
  friend complex_expr conj(const complex_expr&, std::source_location);
  friend expr norm(const complex_expr&, std::source_location);
  friend complex_expr times_i(const complex_expr&, std::source_location);

 private:
  static complex_expr scaled(const LocatedComplex&, const expr& factor);
  static complex_expr quotient(const LocatedComplex&, const expr& divisor);

  expr re_, im_;
};

complex_expr conj(const complex_expr&, std::source_location at = std::source_location::current());
/// re² + im², as std::norm.
expr norm(const complex_expr&, std::source_location at = std::source_location::current());
/// The same: |z|².
expr abs2(const complex_expr&, std::source_location at = std::source_location::current());
/// i · z: the parts change places, without a multiplication.
complex_expr times_i(const complex_expr&, std::source_location at = std::source_location::current());
/// exp(-2 pi i k / n): the factors of a Fourier transform of n points. Multiples of a quarter turn are exact.
std::complex<double> twiddle(std::int64_t k, std::int64_t n);

/// An element of a complex array, readable as a value and usable as a destination of `simultaneous`.
class complex_element : public complex_expr {
 public:
  complex_element(array_element real, array_element imaginary)
      : complex_expr(real, imaginary), real_(std::move(real)), imaginary_(std::move(imaginary)) {}

  const array_element& real_part() const { return real_; }
  const array_element& imaginary_part() const { return imaginary_; }

 private:
  array_element real_, imaginary_;
};

/// An array of complex numbers: the arrays <name>_re and <name>_im, so that both parts are read in one cycle without a
/// partition. What a placeholder can do, each of the two can: `X.re().partition(…)`.
class placeholder_complex {
  using here = std::source_location;

 public:
  placeholder_complex(const std::string& name, const std::vector<array_extent>& shape, Type type = p_float32,
                      here at = here::current());
  /// A template, so that a braced list is always the one above.
  template <plain_integer Extent>
  placeholder_complex(const std::string& name, const std::vector<Extent>& shape, Type type = p_float32,
                      here at = here::current())
      : placeholder_complex(name, std::vector<array_extent>(shape.begin(), shape.end()), type, at) {}

  complex_element operator()(Located first, const std::convertible_to<expr> auto&... rest) const {
    return {re_(first, rest...), im_(first, rest...)};
  }

  placeholder& re() { return re_; }
  placeholder& im() { return im_; }

  // Of both parts alike.
  placeholder_complex& partition(std::vector<std::int64_t> factors, const char* kind, here at = here::current());
  placeholder_complex& local(std::source_location at = std::source_location::current());

 private:
  placeholder re_, im_;
};

}  // namespace pom
