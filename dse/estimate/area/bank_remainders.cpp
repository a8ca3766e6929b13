#include "dse/estimate/area/bank_remainders.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include "dse/devices/tables/operators.hpp"
#include "dse/estimate/area/addresses.hpp"

namespace pom::dse::estimate {

namespace {

constexpr int signed_bits = 64, varying_bits = 31;

/// First release in which the width of a remainder is that of the terms that are no multiples of the banks.
constexpr devices::ToolVersion follows_products{2022, 2};

devices::OperatorKey key_of(OpKind op, int left, int right) {
  devices::OperatorKey key = devices::integer_key(op, op == OpKind::mul ? left + right - 1 : left);
  key.left_bits = left;
  key.right_bits = right;
  return key;
}

/// The moving terms of an index, compared without its constant. Does not own the index.
struct Moving {
  const Linear* index;

  bool operator<(const Moving& other) const {
    const auto end = [](const Linear& linear) { return linear.terms.begin() + linear.count; };
    const auto less = [](const Index::Term& a, const Index::Term& b) {
      return std::tie(a.loop, a.coefficient) < std::tie(b.loop, b.coefficient);
    };
    return std::lexicographical_compare(index->terms.begin(), end(*index), other.index->terms.begin(),
                                        end(*other.index), less);
  }
};

/// What is known about the values of an index.
struct Range {
  bool varies = false, negative = false;
  int bits = 0;  ///< width of the values, if the bounds do not vary
};

/// Whether the tool keeps track of the range of a loop's product with a constant.
enum class Products { followed, lost };

/// Computes the range of an index. A loop whose lower bound is not constant has a signed 64-bit counter with an unknown
/// range. For values from outside, the tool knows that loops count up to them.
Range range_of(const Linear& index, const Unrolling& unrolling, Products products) {
  Range range;
  bool subtracts = index.constant < 0;
  std::int64_t least = index.constant, most = index.constant;
  for (int n = 0; n < index.count; ++n) {
    const Index::Term& term = index.terms[n];
    const Unrolling::Symbol* loop = unrolling.find(term.loop);
    const bool followed =
        (!loop || loop->constant_lower) && (products == Products::followed || is_power_of_two(term.coefficient));
    subtracts = subtracts || term.coefficient < 0 || !followed;
    range.varies = range.varies || !loop || !followed;
    if (range.varies) continue;
    const std::int64_t first = term.coefficient * loop->lower;
    const std::int64_t last = first + term.coefficient * loop->step * std::max<std::int64_t>(loop->trip - 1, 0);
    least += std::min(first, last);
    most += std::max(first, last);
  }
  range.negative = range.varies ? subtracts : least < 0;
  range.bits = range.varies ? 0 : bits_for(std::max(most + 1, -least));
  return range;
}

/// Removes the terms that are multiples of the banks, which the division treats apart: (3 i + k) / 3 = i + k / 3.
Linear without_multiples(const Linear& index, std::int64_t banks) {
  Linear rest;
  rest.constant = (index.constant % banks + banks) % banks;
  for (int n = 0; n < index.count; ++n) {
    const Index::Term& term = index.terms[n];
    if (term.coefficient % banks != 0) rest.terms[rest.count++] = term;
  }
  return rest;
}

int divided_bits(const Linear& index, const MemoryView::Dimension& dimension, const Unrolling& unrolling,
                 Products products) {
  const Range range = range_of(index, unrolling, products);
  if (range.varies) return range.negative ? signed_bits : varying_bits;
  return std::min(bits_for(dimension.bank_extent * dimension.banks), range.bits) + (range.negative ? 1 : 0);
}

bool moves_between_banks(const Linear& index, std::int64_t banks, const Unrolling& unrolling) {
  for (int n = 0; n < index.count; ++n) {
    const Index::Term& term = index.terms[n];
    const Unrolling::Symbol* loop = unrolling.find(term.loop);
    const std::int64_t stride = loop && loop->constant_lower ? std::gcd(loop->lower, loop->step) : 1;
    if (term.coefficient * stride % banks != 0) return true;
  }
  return false;
}

}  // namespace

BankDivision divide_by_banks(const Linear& index, const MemoryView::Dimension& dimension, const Unrolling& unrolling,
                             devices::ToolVersion version) {
  const std::int64_t banks = dimension.banks;
  if (dimension.kind != BankingKind::cyclic || banks < 2 || is_power_of_two(banks) || index.opaque) return {};
  const auto* end = index.terms.data() + index.count;
  if (std::any_of(index.terms.data(), end, [](const Index::Term& term) { return term.loop >= first_quotient; }))
    return {};
  if (!moves_between_banks(index, banks, unrolling)) return {};
  Linear moving = without_multiples(index, banks);
  const std::int64_t rest = std::exchange(moving.constant, 0);
  const int narrow = divided_bits(moving, dimension, unrolling, Products::followed);
  const int wide = divided_bits(index, dimension, unrolling, Products::lost);
  return {version < follows_products ? wide : narrow, rest == 0 ? narrow : wide};
}

devices::OperatorCost remainder_cost(const devices::Target& target, int bits, std::int64_t banks) {
  return devices::find_operator(target, key_of(OpKind::rem, bits, bits_for(banks)));
}

void add_bank_remainders(Usage& usage, const Graph& graph, const std::vector<MemoryView>& memories,
                         const devices::Target& target) {
  if (graph.bank_divisions.empty()) return;
  std::set<std::tuple<std::int64_t, int, Moving>> remainders;
  std::set<std::tuple<std::int64_t, int, Moving, std::int64_t>> quotients;
  const auto add = [&](const devices::OperatorCost& cost) {
    usage.expression_lut += cost.reported_lut;
    usage.expression_ff += cost.reported_ff;
    usage.expression_dsp += cost.dsp;
  };
  for (const GraphAccess& access : graph.accesses) {
    const MemoryView& memory = memories[access.array];
    if (!graph.is_live(access)) continue;
    for (int d = 0; d < access.rank; ++d) {
      const auto number = static_cast<std::size_t>(access.first_index + d);
      const auto [bits, quotient_bits] = graph.bank_division(number);
      if (bits == 0) continue;
      const MemoryView::Dimension& dimension = memory.dimensions[d];
      const Linear& index = graph.indices[number];
      const Moving moving{&index};
      const std::int64_t rest = (index.constant % dimension.banks + dimension.banks) % dimension.banks;
      if (remainders.insert({dimension.banks, bits, moving}).second) add(remainder_cost(target, bits, dimension.banks));
      if (dimension.bank_extent > 1 && quotients.insert({dimension.banks, quotient_bits, moving, rest}).second)
        add(devices::find_operator(target, key_of(OpKind::mul, quotient_bits, quotient_bits + 2)));
    }
  }
}

}  // namespace pom::dse::estimate
