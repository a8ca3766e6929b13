#include "dse/estimate/graph/value_bits.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

namespace pom::dse::estimate {

namespace {

/// Counts the bits of a number, including the sign bit if it is negative.
int bits_of(std::int64_t value) {
  if (value < 0) return std::bit_width(static_cast<std::uint64_t>(-(value + 1))) + 1;
  return std::max(1, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(value))));
}

void collect_ranges(const std::vector<Node>& body, std::map<int, int>& bits) {
  for (const Node& node : body) {
    if (node.kind == Node::Kind::branch) {
      collect_ranges(node.branch.then, bits);
      collect_ranges(node.branch.otherwise, bits);
    }
    if (node.kind != Node::Kind::loop) continue;
    const Loop& loop = node.loop;
    const bool constant = loop.lower.size() == 1 && loop.lower.front().is_constant();
    if (constant) {
      const std::int64_t first = loop.lower.front().constant;
      bits[loop.id] =
          std::max(bits_of(first), bits_of(first + loop.step * std::max<std::int64_t>(loop.trip.max - 1, 0)));
    }
    collect_ranges(loop.body, bits);
  }
}

/// Tells whether a conversion between integers keeps every value, so that it takes wires only. C++ converts narrow
/// factors to 32 bits before it multiplies, and the tool multiplies what they were ("mul_8s_8s_16").
bool widens(const NumberType& to, const NumberType& from) {
  return from.kind == NumberType::Kind::integer && to.bits >= from.bits && (to.is_signed || !from.is_signed);
}

/// What an operand of a bitwise and leaves of the result: no more bits than a number that is not negative has.
int mask_bits(const Function& function, const Expression& e, std::size_t operand, int bits) {
  const Expression& mask = function.expressions[e.operands[operand]];
  return mask.op == OpKind::constant && mask.constant >= 0 ? bits : e.type.bits;
}

}  // namespace

std::vector<int> find_value_bits(const Function& function) {
  std::map<int, int> loops;
  collect_ranges(function.body, loops);
  std::vector<int> bits(function.expressions.size());
  // Operands precede their users in almost every expression; otherwise the width of the operand's type is taken.
  for (std::size_t n = 0; n < bits.size(); ++n) {
    const Expression& e = function.expressions[n];
    bits[n] = e.type.bits;
    if (e.type.kind != NumberType::Kind::integer) continue;
    const auto of = [&](std::size_t operand) {
      const auto at = static_cast<std::size_t>(e.operands[operand]);
      return at < n ? bits[at] : function.expressions[at].type.bits;
    };
    int needed = e.type.bits;
    if (e.op == OpKind::constant && std::abs(e.constant) < 9e18)
      needed = bits_of(static_cast<std::int64_t>(e.constant));
    if (e.op == OpKind::iterator && loops.contains(e.loop)) needed = loops[e.loop];
    const bool sums = e.op == OpKind::add || (e.op == OpKind::sub && e.type.is_signed);
    if (sums && e.operands.size() == 2) needed = std::max(of(0), of(1)) + 1;
    if (e.op == OpKind::mul && e.operands.size() == 2) needed = of(0) + of(1);
    if (e.op == OpKind::shr) {
      const Expression& amount = function.expressions[e.operands[1]];
      if (amount.op == OpKind::constant) needed = std::max(1, of(0) - static_cast<int>(amount.constant));
    }
    if ((e.op == OpKind::min || e.op == OpKind::max) && e.operands.size() == 2) needed = std::max(of(0), of(1));
    if (e.op == OpKind::select) needed = std::max(of(1), of(2));
    if (e.op == OpKind::neg && e.type.is_signed) needed = of(0) + 1;
    if (e.op == OpKind::bit_or || e.op == OpKind::bit_xor) needed = std::max(of(0), of(1));
    if (e.op == OpKind::bit_and) needed = std::min(mask_bits(function, e, 0, of(0)), mask_bits(function, e, 1, of(1)));
    if (e.op == OpKind::cast && is_comparison(function.expressions[e.operands[0]].op)) needed = 1;
    if (e.op == OpKind::cast && widens(e.type, function.expressions[e.operands[0]].type)) needed = of(0);
    bits[n] = std::min(needed, e.type.bits);
  }
  return bits;
}

}  // namespace pom::dse::estimate
