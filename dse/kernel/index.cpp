#include "dse/kernel/index.hpp"

#include <algorithm>

#include "support/floor_division.hpp"

namespace pom::dse {

namespace {

void add_term(Index& to, const Index::Term& term) {
  const auto at = std::lower_bound(to.terms.begin(), to.terms.end(), term.loop,
                                   [](const Index::Term& one, int loop) { return one.loop < loop; });
  if (at == to.terms.end() || at->loop != term.loop) {
    to.terms.insert(at, term);
    return;
  }
  at->coefficient += term.coefficient;
  if (at->coefficient == 0) to.terms.erase(at);
}

void add_division(Index& to, const Index::Division& division) {
  const auto at = std::find_if(to.divisions.begin(), to.divisions.end(), [&](const Index::Division& one) {
    return one.divisor == division.divisor && one.modulo == division.modulo && one.inner == division.inner;
  });
  if (at == to.divisions.end()) {
    to.divisions.push_back(division);
    return;
  }
  at->coefficient += division.coefficient;
  if (at->coefficient == 0) to.divisions.erase(at);
}

Index divided(Index inner, std::int64_t divisor, bool modulo) {
  Index result;
  if (inner.opaque) {
    result.opaque = true;
  } else if (inner.is_constant()) {
    const std::int64_t quotient = pom::floor_division(inner.constant, divisor);
    result.constant = modulo ? inner.constant - quotient * divisor : quotient;
  } else {
    result.divisions.push_back({1, std::move(inner), divisor, modulo});
  }
  return result;
}

}  // namespace

Index constant_index(std::int64_t value) {
  Index result;
  result.constant = value;
  return result;
}

Index loop_index(int loop) {
  Index result;
  result.terms.push_back({loop, 1});
  return result;
}

Index operator+(Index left, const Index& right) {
  if (left.opaque || right.opaque) {
    Index result;
    result.opaque = true;
    return result;
  }
  left.constant += right.constant;
  for (const Index::Term& term : right.terms) add_term(left, term);
  for (const Index::Division& division : right.divisions) add_division(left, division);
  return left;
}

Index operator*(std::int64_t factor, Index index) {
  if (index.opaque) return index;
  if (factor == 0) return {};
  index.constant *= factor;
  for (Index::Term& term : index.terms) term.coefficient *= factor;
  for (Index::Division& division : index.divisions) division.coefficient *= factor;
  return index;
}

Index floor_division(Index index, std::int64_t divisor) {
  return divisor == 1 ? index : divided(std::move(index), divisor, false);
}

Index modulo(Index index, std::int64_t divisor) { return divided(std::move(index), divisor, true); }

std::int64_t evaluate(const Index& index, const LoopValues& values) {
  std::int64_t sum = index.constant;
  for (const Index::Term& term : index.terms) sum += term.coefficient * values[term.loop];
  for (const Index::Division& division : index.divisions) {
    const std::int64_t inner = evaluate(division.inner, values);
    const std::int64_t quotient = pom::floor_division(inner, division.divisor);
    sum += division.coefficient * (division.modulo ? inner - quotient * division.divisor : quotient);
  }
  return sum;
}

void collect_loops(const Index& index, std::set<int>& loops) {
  for (const Index::Term& term : index.terms) loops.insert(term.loop);
  for (const Index::Division& division : index.divisions) collect_loops(division.inner, loops);
}

}  // namespace pom::dse
