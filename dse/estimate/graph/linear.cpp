#include "dse/estimate/graph/linear.hpp"

#include <numeric>

#include "support/floor_division.hpp"

namespace pom::dse::estimate {

void Linear::add(int symbol, std::int64_t coefficient) {
  if (coefficient == 0) return;
  int at = 0;
  while (at < count && terms[at].loop < symbol) ++at;
  auto& here = terms[std::min(at, capacity - 1)];
  if (at < count && here.loop == symbol) {
    here.coefficient += coefficient;
    if (here.coefficient != 0) return;
    std::copy(terms.begin() + at + 1, terms.begin() + count, terms.begin() + at);
    --count;
    return;
  }
  if (count == capacity) {
    opaque = true;  // more loops than the index of any known program has
    return;
  }
  std::copy_backward(terms.begin() + at, terms.begin() + count, terms.begin() + count + 1);
  terms[at] = {symbol, coefficient};
  ++count;
}

void Linear::add(const Linear& other, std::int64_t factor) {
  opaque = opaque || other.opaque;
  constant += factor * other.constant;
  if (count == 0 && factor != 0) {
    for (; count < other.count; ++count) {
      const auto at = static_cast<std::size_t>(count);
      terms[at] = {other.terms[at].loop, factor * other.terms[at].coefficient};
    }
    return;
  }
  for (int n = 0; n < other.count; ++n) {
    const auto& term = other.terms[n];
    add(term.loop, factor * term.coefficient);
  }
}

std::int64_t Linear::coefficient_of(int symbol) const {
  for (int n = 0; n < count; ++n) {
    const auto& term = terms[n];
    if (term.loop == symbol) return term.coefficient;
  }
  return 0;
}

bool Linear::same_terms(const Linear& other) const {
  return count == other.count && std::equal(terms.begin(), terms.begin() + count, other.terms.begin());
}

std::int64_t Unrolling::stride_of(int symbol) const {
  if (symbol < first_quotient) return 1;
  const auto n = static_cast<std::size_t>(symbol - first_quotient);
  return n < quotients_.size() ? quotients_[n].stride : 1;
}

Unrolling::State& Unrolling::state(int loop) {
  const auto at = static_cast<std::size_t>(loop);
  if (at >= states_.size()) states_.resize(at + 1);
  return states_[at];
}

void Unrolling::run(int loop, const Symbol& symbol) {
  State& here = state(loop);
  here.kind = State::Kind::running;
  here.symbol = symbol;
}

void Unrolling::bind(int loop, const Linear& value) {
  State& here = state(loop);
  here.kind = State::Kind::bound;
  here.value = value;
}

void Unrolling::unbind(int loop) { state(loop).kind = State::Kind::unknown; }

const Unrolling::Symbol* Unrolling::find(int symbol) const {
  if (symbol < 0 || static_cast<std::size_t>(symbol) >= states_.size()) return nullptr;
  const State& here = states_[symbol];
  return here.kind == State::Kind::unknown ? nullptr : &here.symbol;
}

const Linear* Unrolling::value_of(int loop) const {
  if (loop < 0 || static_cast<std::size_t>(loop) >= states_.size()) return nullptr;
  const State& here = states_[loop];
  return here.kind == State::Kind::bound ? &here.value : nullptr;
}

Linear Unrolling::evaluate(const Index& index) {
  Linear sum;
  sum.constant = index.constant;
  sum.opaque = index.opaque;
  for (const Index::Term& term : index.terms) {
    if (term.loop >= first_quotient) {  // the symbol already stands for a quotient
      sum.add(term.loop, term.coefficient);
      continue;
    }
    const State& here = state(term.loop);
    if (here.kind == State::Kind::bound) {
      sum.add(here.value, term.coefficient);
    } else {
      sum.add(term.loop, term.coefficient);
    }
  }
  for (const Index::Division& division : index.divisions) add_division(sum, division);
  return sum;
}

void Unrolling::add_division(Linear& sum, const Index::Division& division) {
  Linear inner = evaluate(division.inner);
  if (inner.opaque) {
    sum.opaque = true;
    return;
  }
  // ⌊(d·a + b)/d⌋ = a + ⌊b/d⌋ with 0 <= b < d: multiples of the divisor move out.
  Linear whole, rest;
  whole.constant = floor_division(inner.constant, division.divisor);
  rest.constant = inner.constant - whole.constant * division.divisor;
  for (int n = 0; n < inner.count; ++n) {
    const auto& term = inner.terms[n];
    if (term.coefficient % division.divisor == 0) {
      whole.add(term.loop, term.coefficient / division.divisor);
    } else {
      rest.add(term.loop, term.coefficient);
    }
  }
  if (rest.count > 0) {
    // The moving terms are multiples of g: (16·i + 3) mod 64 = (16·i mod 64) + 3, and the quotient equals that of 16·i.
    std::int64_t g = division.divisor;
    for (int n = 0; n < rest.count; ++n) g = std::gcd(g, rest.terms[n].coefficient);
    const std::int64_t beside = rest.constant % g;
    rest.constant -= beside;
    const int symbol = quotient_symbol({rest, division.divisor, division.modulo, division.modulo ? g : 1});
    rest = {};
    rest.add(symbol, 1);
    if (division.modulo) {
      rest.constant = beside;
      sum.add(rest, division.coefficient);
      return;
    }
    whole.add(rest, 1);
  }
  sum.add(division.modulo ? rest : whole, division.coefficient);
}

int Unrolling::quotient_symbol(const Quotient& quotient) {
  for (std::size_t n = 0; n < quotients_.size(); ++n) {
    const Quotient& known = quotients_[n];
    if (known.inner == quotient.inner && known.divisor == quotient.divisor && known.modulo == quotient.modulo)
      return first_quotient + static_cast<int>(n);
  }
  quotients_.push_back(quotient);
  return first_quotient + static_cast<int>(quotients_.size()) - 1;
}

}  // namespace pom::dse::estimate
