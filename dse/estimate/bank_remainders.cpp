#include "dse/estimate/bank_remainders.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

#include "dse/devices/operators.hpp"
#include "dse/estimate/addresses.hpp"

namespace pom::dse {

namespace {

constexpr int signed_bits = 64, varying_bits = 31;

OperatorKey key_of(OpKind op, int left, int right) {
  OperatorKey key;
  key.op = op;
  key.type = key.operand = integer_type(op == OpKind::mul ? left + right : left);
  key.left_bits = left;
  key.right_bits = right;
  return key;
}

using Moving = std::vector<std::pair<int, std::int64_t>>;

Moving moving_part(const Linear& index) {
  Moving part;
  for (int n = 0; n < index.count; ++n) {
    const Index::Term& term = index.terms[static_cast<std::size_t>(n)];
    part.emplace_back(term.loop, term.coefficient);
  }
  return part;
}

/// What is known of the values of an index. Of loops whose bounds vary the tool takes nothing for granted but that they
/// count from zero.
struct Range {
  bool varies = false, negative = false;
};

Range range_of(const Linear& index, const Unrolling& unrolling) {
  Range range;
  bool subtracts = index.constant < 0;
  std::int64_t least = index.constant;
  for (int n = 0; n < index.count; ++n) {
    const Index::Term& term = index.terms[static_cast<std::size_t>(n)];
    const Unrolling::Symbol* loop = unrolling.find(term.loop);
    subtracts = subtracts || term.coefficient < 0;
    range.varies = range.varies || !loop || !loop->constant_lower;
    if (range.varies) continue;
    const std::int64_t first = term.coefficient * loop->lower;
    const std::int64_t last = first + term.coefficient * loop->step * std::max<std::int64_t>(loop->trip - 1, 0);
    least += std::min(first, last);
  }
  range.negative = range.varies ? subtracts : least < 0;
  return range;
}

bool moves_between_banks(const Linear& index, std::int64_t banks, const Unrolling& unrolling) {
  for (int n = 0; n < index.count; ++n) {
    const Index::Term& term = index.terms[static_cast<std::size_t>(n)];
    const Unrolling::Symbol* loop = unrolling.find(term.loop);
    const std::int64_t unit = loop && loop->constant_lower ? std::gcd(loop->lower, loop->step) : 1;
    if (term.coefficient * unit % banks != 0) return true;
  }
  return false;
}

}  // namespace

int remainder_bits(const Linear& index, const MemoryView::Dimension& dimension, const Unrolling& unrolling) {
  const std::int64_t banks = dimension.banks;
  if (dimension.kind != BankingKind::cyclic || banks < 2 || is_power_of_two(banks) || index.opaque) return 0;
  const auto* end = index.terms.data() + index.count;
  if (std::any_of(index.terms.data(), end, [](const Index::Term& term) { return term.loop >= first_quotient; }))
    return 0;
  if (!moves_between_banks(index, banks, unrolling)) return 0;
  const Range range = range_of(index, unrolling);
  const int narrow = bits_for(dimension.bank_extent * banks);
  if (range.negative) return range.varies ? signed_bits : narrow + 1;
  return range.varies ? varying_bits : narrow;
}

OperatorCost remainder_cost(const Target& target, int bits, std::int64_t banks) {
  return find_operator(target, key_of(OpKind::rem, bits, bits_for(banks)));
}

void add_bank_remainders(Usage& usage, const Graph& graph, const std::vector<MemoryView>& memories,
                         const Target& target) {
  if (graph.remainder_bits.empty()) return;
  std::set<std::tuple<std::int64_t, int, Moving>> remainders;
  std::set<std::tuple<std::int64_t, int, Moving, std::int64_t>> quotients;
  const auto add = [&](const OperatorCost& cost) {
    usage.expression_lut += cost.reported_lut;
    usage.expression_ff += cost.reported_ff;
    usage.expression_dsp += cost.dsp;
  };
  for (const GraphAccess& access : graph.accesses) {
    const MemoryView& memory = memories[static_cast<std::size_t>(access.array)];
    if (access.node < 0 || graph.nodes[static_cast<std::size_t>(access.node)].access < 0) continue;
    for (int d = 0; d < access.rank; ++d) {
      const auto number = static_cast<std::size_t>(access.first_index + d);
      const int bits = number < graph.remainder_bits.size() ? graph.remainder_bits[number] : 0;
      if (bits == 0) continue;
      const MemoryView::Dimension& dimension = memory.dimensions[static_cast<std::size_t>(d)];
      const Linear& index = graph.indices[number];
      const Moving moving = moving_part(index);
      const std::int64_t rest = (index.constant % dimension.banks + dimension.banks) % dimension.banks;
      if (remainders.emplace(dimension.banks, bits, moving).second) add(remainder_cost(target, bits, dimension.banks));
      if (dimension.bank_extent > 1 && quotients.emplace(dimension.banks, bits, moving, rest).second)
        add(find_operator(target, key_of(OpKind::mul, bits, bits + 2)));
    }
  }
}

}  // namespace pom::dse
