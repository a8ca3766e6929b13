#include <pom/complex.hpp>

#include <cmath>
#include <numbers>
#include <optional>

#include "dsl/handles/current_function.hpp"
#include "support/findings.hpp"
#include "support/words.hpp"

// Record-time only: what reaches a compute are the parts.
namespace pom {
namespace {

Located located(const expr& value, const Location& at) {
  Located made(value);
  made.at = at;
  return made;
}

/// part · factor, or part, or its opposite; nothing: 0.
std::optional<expr> scaled_part(const expr& part, double factor, const Location& at) {
  if (factor == 0) return {};
  if (factor == 1) return part;
  if (factor == -1) return -located(part, at);
  return located(part, at) * expr(factor);
}

/// left + right, or left - right.
expr combined(const std::optional<expr>& left, const std::optional<expr>& right, bool subtract, const Location& at) {
  if (!right) return left.value_or(expr(0));
  if (!left) return subtract ? -located(*right, at) : *right;
  return subtract ? located(*left, at) - *right : located(*left, at) + *right;
}

}  // namespace

LocatedComplex::LocatedComplex(const complex_expr& value, std::source_location where)
    : re(value.re()), im(value.im()), at(where) {}

complex_expr operator+(LocatedComplex a, const complex_expr& b) {
  return {located(a.re, a.at) + b.re(), located(a.im, a.at) + b.im()};
}

complex_expr operator-(LocatedComplex a, const complex_expr& b) {
  return {located(a.re, a.at) - b.re(), located(a.im, a.at) - b.im()};
}

complex_expr operator-(LocatedComplex a) { return {-located(a.re, a.at), -located(a.im, a.at)}; }

complex_expr operator*(LocatedComplex a, const complex_expr& b) {
  const auto product = [&](const expr& x, const expr& y) { return located(x, a.at) * y; };
  return {located(product(a.re, b.re()), a.at) - product(a.im, b.im()),
          located(product(a.re, b.im()), a.at) + product(a.im, b.re())};
}

complex_expr operator*(LocatedComplex a, const std::complex<double>& b) {
  const auto part = [&](const expr& x, double factor) { return scaled_part(x, factor, a.at); };
  return {combined(part(a.re, b.real()), part(a.im, b.imag()), true, a.at),
          combined(part(a.re, b.imag()), part(a.im, b.real()), false, a.at)};
}

complex_expr operator*(const std::complex<double>& a, const complex_expr& b) { return LocatedComplex(b) * a; }

complex_expr complex_expr::scaled(const LocatedComplex& z, const expr& factor) {
  return {located(z.re, z.at) * factor, located(z.im, z.at) * factor};
}

complex_expr complex_expr::quotient(const LocatedComplex& z, const expr& divisor) {
  return {located(z.re, z.at) / divisor, located(z.im, z.at) / divisor};
}

complex_expr conj(const complex_expr& z, std::source_location at) { return {z.re(), -Located(z.im(), at)}; }

expr norm(const complex_expr& z, std::source_location at) {
  return Located(Located(z.re(), at) * z.re(), at) + Located(z.im(), at) * z.im();
}

expr abs2(const complex_expr& z, std::source_location at) { return norm(z, at); }

complex_expr times_i(const complex_expr& z, std::source_location at) { return {-Located(z.im(), at), z.re()}; }

complex_expr select(Located condition, const complex_expr& then, const complex_expr& otherwise) {
  return {select(condition, then.re(), otherwise.re()), select(condition, then.im(), otherwise.im())};
}

std::complex<double> twiddle(std::int64_t k, std::int64_t n) {
  if (n == 0) {
    // A number knows no line: the error is at the call that compiles the function.
    dsl::add_finding(*dsl::current_function("twiddle", {}),
                     make_error("division-by-zero",
                                "twiddle(" + std::to_string(k) + ", 0): a circle of no points has no turns", {}));
    return 1;
  }
  __extension__ using Wide = __int128;  // four times any number of 64 bits
  const Wide points = n < 0 ? -Wide{n} : Wide{n}, turn = ((n < 0 ? -Wide{k} : Wide{k}) % points + points) % points;
  if (turn * 4 % points == 0) {
    const std::complex<double> quarters[] = {{1, 0}, {0, -1}, {-1, 0}, {0, 1}};
    return quarters[static_cast<int>(turn * 4 / points)];
  }
  // The half turn next to 0: small angles keep all of their digits.
  const Wide nearest = turn * 2 > points ? turn - points : turn;
  const double angle = -2 * std::numbers::pi * (static_cast<double>(nearest) / static_cast<double>(points));
  return {std::cos(angle), std::sin(angle)};
}

placeholder_complex::placeholder_complex(const std::string& name, const std::vector<array_extent>& shape, Type type,
                                         here at)
    : re_(join_names({name, "re"}), shape, type, at), im_(join_names({name, "im"}), shape, type, at) {
  dsl::note_part(join_names({name, "re"}), name + ".re()", at);
  dsl::note_part(join_names({name, "im"}), name + ".im()", at);
}

placeholder_complex& placeholder_complex::partition(std::vector<std::int64_t> factors, const char* kind, here at) {
  re_.partition(factors, kind, at);
  im_.partition(std::move(factors), kind, at);
  return *this;
}

placeholder_complex& placeholder_complex::local(std::source_location at) {
  re_.local(at);
  im_.local(at);
  return *this;
}

}  // namespace pom
