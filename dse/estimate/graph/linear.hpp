#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "dse/kernel/kernel.hpp"

namespace pom::dse {

/// An index under a given unrolling: constant + Σ coefficient·symbol, in place (no allocation). Symbols are loops that
/// run, and quotients that do not simplify.
struct Linear {
  static constexpr int capacity = 8;

  std::int64_t constant = 0;
  std::array<Index::Term, capacity> terms;  ///< ordered by loop; the first `count` count
  int count = 0;
  bool opaque = false;  ///< nothing is known about its value

  void add(int symbol, std::int64_t coefficient);
  void add(const Linear&, std::int64_t factor);
  bool is_constant() const { return !opaque && count == 0; }
  std::int64_t coefficient_of(int symbol) const;
  bool same_terms(const Linear&) const;
  bool operator==(const Linear& other) const {
    return opaque == other.opaque && constant == other.constant && same_terms(other);
  }
};

/// What the loops are while a body is read: unrolled copies have values, others run.
class Unrolling {
 public:
  struct Symbol {
    std::int64_t lower = 0, step = 1, trip = 0;  ///< of a loop that runs: value = lower + step·n
    bool constant_lower = true;
  };

  void run(int loop, const Symbol&);
  void bind(int loop, const Linear& value);
  void unbind(int loop);
  /// Nothing for symbols that are not loops that run.
  const Symbol* find(int symbol) const;
  /// Of an unrolled copy; nothing for loops that run.
  const Linear* value_of(int loop) const;
  /// The values of a symbol that is no running loop are multiples of it.
  std::int64_t stride_of(int symbol) const;
  Linear evaluate(const Index&);

 private:
  struct State {
    enum class Kind { unknown, running, bound } kind = Kind::unknown;
    Symbol symbol;
    Linear value;
  };
  /// Divisions that do not simplify are symbols of their own, equal for equal operands.
  struct Quotient {
    Linear inner;
    std::int64_t divisor = 1;
    bool modulo = false;
    std::int64_t stride = 1;  ///< its values are multiples of it
  };

  State& state(int loop);
  void add_division(Linear& sum, const Index::Division&);
  int quotient_symbol(const Quotient&);

  std::vector<State> states_;
  std::vector<Quotient> quotients_;
};

/// The first symbol that stands for a quotient; loops have smaller numbers.
constexpr int first_quotient = 1 << 24;

}  // namespace pom::dse
