#include "bench/qor/import/index_arithmetic.hpp"

#include <algorithm>

#include "support/floor_division.hpp"

namespace pom::dse::qor {

namespace {

// Far beyond any array, far from the overflow of a sum of products.
constexpr std::int64_t largest = std::int64_t(1) << 40;

bool is_small(std::int64_t value) { return value < largest && value > -largest; }

bool is_small(const Index& index) {
  return is_small(index.constant) &&
         std::all_of(index.terms.begin(), index.terms.end(), [](const auto& t) { return is_small(t.coefficient); }) &&
         std::all_of(index.divisions.begin(), index.divisions.end(),
                     [](const auto& d) { return is_small(d.coefficient); });
}

std::optional<Index> divided(const Index& index, std::int64_t divisor, const Index::Division& division) {
  if (index.opaque || divisor <= 0 || !is_small(divisor)) return {};
  if (index.is_constant()) {
    const std::int64_t quotient = pom::floor_division(index.constant, divisor);
    return constant_index(division.modulo ? index.constant - quotient * divisor : quotient);
  }
  Index result;
  result.divisions.push_back(division);
  return result;
}

}  // namespace

std::optional<Index> add(const Index& a, const Index& b) {
  if (a.opaque || b.opaque) return {};
  Index sum = a;
  sum.constant += b.constant;
  for (const Index::Term& term : b.terms) {
    const auto same =
        std::find_if(sum.terms.begin(), sum.terms.end(), [&](const auto& t) { return t.loop == term.loop; });
    if (same != sum.terms.end())
      same->coefficient += term.coefficient;
    else
      sum.terms.push_back(term);
  }
  std::erase_if(sum.terms, [](const auto& t) { return t.coefficient == 0; });
  std::sort(sum.terms.begin(), sum.terms.end(), [](const auto& x, const auto& y) { return x.loop < y.loop; });
  sum.divisions.insert(sum.divisions.end(), b.divisions.begin(), b.divisions.end());
  if (!is_small(sum)) return {};
  return sum;
}

std::optional<Index> scale(const Index& index, std::int64_t factor) {
  if (index.opaque || !is_small(factor)) return {};
  if (factor == 0) return constant_index(0);
  if (std::abs(factor) >= (std::int64_t(1) << 20) && !index.is_constant()) return {};
  // A small index times a factor below 2^20 stays within 64 bits; a constant is checked on its own.
  if (std::abs(factor) >= (std::int64_t(1) << 20) && std::abs(index.constant) >= (std::int64_t(1) << 20)) return {};
  Index result = factor * index;
  if (!is_small(result)) return {};
  return result;
}

std::optional<Index> multiply(const Index& a, const Index& b) {
  if (b.is_constant()) return scale(a, b.constant);
  if (a.is_constant()) return scale(b, a.constant);
  return {};
}

std::optional<Index> divide(const Index& index, std::int64_t divisor) {
  if (divisor == 1) return index;
  return divided(index, divisor, {1, index, divisor, false});
}

std::optional<Index> remainder(const Index& index, std::int64_t divisor) {
  return divided(index, divisor, {1, index, divisor, true});
}

std::optional<std::int64_t> evaluate(const Index& index, const std::function<std::int64_t(int)>& value_of) {
  if (index.opaque) return {};
  __extension__ using Wide = __int128;
  Wide value = index.constant;
  for (const Index::Term& term : index.terms) value += Wide(term.coefficient) * value_of(term.loop);
  for (const Index::Division& division : index.divisions) {
    const auto inner = evaluate(division.inner, value_of);
    if (!inner) return {};
    const std::int64_t quotient = pom::floor_division(*inner, division.divisor);
    value += Wide(division.coefficient) * (division.modulo ? *inner - quotient * division.divisor : quotient);
  }
  constexpr Wide limit = Wide(1) << 60;
  if (value > limit || value < -limit) return {};
  return static_cast<std::int64_t>(value);
}

bool mentions(const Index& index, int loop) {
  return std::any_of(index.terms.begin(), index.terms.end(), [&](const auto& t) { return t.loop == loop; }) ||
         std::any_of(index.divisions.begin(), index.divisions.end(),
                     [&](const auto& d) { return mentions(d.inner, loop); });
}

}  // namespace pom::dse::qor
