#pragma once
#include <pom/pom.hpp>

#include <vector>

#include "printed.hpp"

namespace pom::fuzz {

/// Renders as DSL objects.
struct Declared {
  using Value = expr;
  const ProgramSpec& program;
  std::vector<placeholder> arrays;
  std::vector<var> loops;  ///< of the statement that is being declared

  expr number(double value, Type type) const { return type.is_float() ? expr(value) : expr(whole_number(value, type)); }
  expr integer(int value) const { return expr(value); }
  expr loop(int n) const { return loops[static_cast<std::size_t>(n)]; }
  expr cast(const expr& value, Type to) const { return pom::cast(value, to); }
  expr clamp(const expr& value, int low) const { return p_max(p_min(value, expr(100)), expr(low)); }
  expr add(const expr& a, const expr& b) const { return a + b; }
  expr sub(const expr& a, const expr& b) const { return a - b; }
  expr mul(const expr& a, const expr& b) const { return a * b; }
  expr max(const expr& a, const expr& b) const { return p_max(a, b); }
  expr min(const expr& a, const expr& b) const { return p_min(a, b); }
  expr bit_and(const expr& a, const expr& b) const { return a & b; }
  expr bit_or(const expr& a, const expr& b) const { return a | b; }
  expr bit_xor(const expr& a, const expr& b) const { return a ^ b; }
  expr bit_not(const expr& a) const { return ~a; }
  expr shift_left(const expr& a, const expr& b) const { return a << b; }
  expr shift_right(const expr& a, const expr& b) const { return a >> b; }
  expr floor(const expr& a) const { return pom::floor(a); }
  expr ceil(const expr& a) const { return pom::ceil(a); }
  expr round(const expr& a) const { return pom::round(a); }
  expr trunc(const expr& a) const { return pom::trunc(a); }
  expr sine(const expr& a) const { return pom::sin(a); }
  expr popcount(const expr& a, Type to) const { return pom::cast(pom::popcount(a), to); }
  expr divide(const expr& a, const expr& b) const { return a / b; }
  expr modulo(const expr& a, const expr& b) const { return a % b; }
  expr select(const std::vector<expr>& v) const { return pom::select(v[0] < v[1], v[2], v[3]); }
  expr scale(int factor, const expr& value) const { return factor * value; }
  expr quotient(const expr& value, int divisor) const { return value / divisor; }
  expr remainder(const expr& value, int divisor) const { return value % divisor; }
  expr compare(Relation relation, const expr& a, int b) const {
    switch (relation) {
      case Relation::less:
        return a < b;
      case Relation::less_equal:
        return a <= b;
      case Relation::greater:
        return a > b;
      case Relation::greater_equal:
        return a >= b;
      case Relation::equal:
        return a == b;
      case Relation::different:
        break;
    }
    return a != b;
  }
  expr border(Index::Border kind, const expr& index, int extent) const {
    switch (kind) {
      case Index::Border::clamped:
        return pom::clamp(index, 0, extent - 1);
      case Index::Border::mirrored:
        return mirror(index, extent);
      case Index::Border::wrapped:
        return wrap(index, extent);
      case Index::Border::zero_in_front:
        return p_min(index, extent - 1);
      default:
        return index;
    }
  }
  expr choose(const expr& condition, const expr& value, const expr& otherwise) const {
    return pom::select(condition, value, otherwise);
  }
  expr both(const expr& a, const expr& b) const { return a && b; }
  expr either(const expr& a, const expr& b) const { return a || b; }
  expr element(int array, const std::vector<expr>& indices) const {
    array_element at = arrays[static_cast<std::size_t>(array)][indices[0]];
    for (std::size_t d = 1; d < indices.size(); ++d) at = at[indices[d]];
    return at;
  }
};

}  // namespace pom::fuzz
