#include "dse/kernel/index.hpp"

#include <algorithm>
#include <numeric>

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

/// (h y + c) / (h d) is (y + floor(c / h)) / d.
Index reduced(Index index, std::int64_t divisor) {
  const std::int64_t common = std::gcd(step_of(index), divisor);
  if (common > 1) {
    for (Index::Term& term : index.terms) term.coefficient /= common;
    index.constant = pom::floor_division(index.constant, common);
    divisor /= common;
  }
  return floor_division(std::move(index), divisor);
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

Index quotient(const Index& index, std::int64_t divisor) {
  if (index.opaque) return index;
  Index whole, rest = index;
  rest.terms.clear();
  for (const Index::Term& term : index.terms) {
    const bool divides = term.coefficient % divisor == 0;
    Index& part = divides ? whole : rest;
    part = part + (divides ? term.coefficient / divisor : term.coefficient) * loop_index(term.loop);
  }
  whole.constant = pom::floor_division(rest.constant, divisor);
  rest.constant -= whole.constant * divisor;
  return whole + reduced(std::move(rest), divisor);
}

std::int64_t step_of(const Index& index) {
  std::int64_t step = index.divisions.empty() ? 0 : 1;
  for (const Index::Term& term : index.terms) step = std::gcd(step, term.coefficient);
  return step;
}

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
