#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "dse/kernel/kernel.hpp"

namespace pom::dse::estimate {

/// An index under a given unrolling: constant + Σ coefficient·symbol, stored without allocation. A symbol is a running
/// loop or a quotient that does not simplify.
struct Linear {
  static constexpr int capacity = 8;

  std::int64_t constant = 0;
  std::array<Index::Term, capacity> terms;  ///< ordered by loop; only the first `count` are valid
  int count = 0;
  bool opaque = false;  ///< the value is unknown

  void add(int symbol, std::int64_t coefficient);
  void add(const Linear&, std::int64_t factor);
  bool is_constant() const { return !opaque && count == 0; }
  std::int64_t coefficient_of(int symbol) const;
  bool same_terms(const Linear&) const;
  bool operator==(const Linear& other) const {
    return opaque == other.opaque && constant == other.constant && same_terms(other);
  }
};

/// The state of the loops while a body is traversed: the loops of unrolled copies are bound to values, others run.
class Unrolling {
 public:
  struct Symbol {
    std::int64_t lower = 0, step = 1, trip = 0;  ///< the values of a running loop: lower + step·n for n < trip
    bool constant_lower = true;
  };

  void run(int loop, const Symbol&);
  void bind(int loop, const Linear& value);
  void unbind(int loop);
  /// Returns null for symbols that are not running loops.
  const Symbol* find(int symbol) const;
  /// Returns the value of an unrolled loop, or null for running loops.
  const Linear* value_of(int loop) const;
  /// Returns a divisor of all values of a quotient symbol; 1 if none is known.
  std::int64_t stride_of(int symbol) const;
  Linear evaluate(const Index&);

 private:
  struct State {
    enum class Kind { unknown, running, bound } kind = Kind::unknown;
    Symbol symbol;
    Linear value;
  };
  /// A division that does not simplify; it is represented by a symbol of its own, equal for equal operands.
  struct Quotient {
    Linear inner;
    std::int64_t divisor = 1;
    bool modulo = false;
    std::int64_t stride = 1;  ///< all values of the quotient are multiples of it
  };

  State& state(int loop);
  void add_division(Linear& sum, const Index::Division&);
  int quotient_symbol(const Quotient&);

  std::vector<State> states_;
  std::vector<Quotient> quotients_;
};

/// The first symbol that stands for a quotient; loops have smaller numbers.
constexpr int first_quotient = 1 << 24;

}  // namespace pom::dse::estimate
