#include "dse/estimate/blocks/function_view.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "dse/devices/tables/operator_parts.hpp"
#include "dse/estimate/graph/value_bits.hpp"

namespace pom::dse::estimate {

namespace {

bool is_shift(OpKind op) { return op == OpKind::shl || op == OpKind::shr; }

bool is_fixed(const NumberType& type) { return type.kind == NumberType::Kind::fixed; }

/// Computes the width in bits of a fixed-point expression before it is assigned: products keep all bits, and a sum is
/// as wide as its widest operand ("mul_18ns_20s_37", then an adder of 37 bits).
int full_bits(const Function& function, const Expression& e) {
  if (!is_fixed(e.type) || e.operands.size() < 2) return e.type.bits;
  const auto of = [&](std::size_t n) { return full_bits(function, function.expressions[e.operands[n]]); };
  if (e.op == OpKind::mul) return of(0) + of(1);
  if (e.op == OpKind::add || e.op == OpKind::sub) return std::max(of(0), of(1));
  return e.type.bits;
}

devices::OperatorKey key_of(const Function& function, const std::vector<int>& bits, const Expression& e) {
  devices::OperatorKey key;
  key.op = e.op;
  key.type = key.operand = e.type;
  key.implementation = e.implementation;
  key.bound_latency = e.bound_latency;
  for (std::size_t n = 0; n < e.operands.size(); ++n) {
    const Expression& operand = function.expressions[e.operands[n]];
    if (n == 0) key.operand = is_comparison(operand.op) ? integer_type(1) : operand.type;
    if (operand.op == OpKind::constant && (n > 0 || !is_shift(e.op))) key.constant_operand = true;
    const bool is_integer = operand.type.kind == NumberType::Kind::integer;
    (n == 0 ? key.left_bits : key.right_bits) = is_integer ? bits[e.operands[n]] : full_bits(function, operand);
  }
  // A shifter has the width of its result, however narrow the value: "shl" of 8 bits in 512 takes the 2171 LUTs of 512
  // bits.
  if (e.op == OpKind::shl) key.left_bits = std::max(key.left_bits, e.type.bits);
  if (e.type.kind == NumberType::Kind::integer && e.op == OpKind::mul)
    key.type.bits = std::min(key.type.bits, key.left_bits + key.right_bits);
  // A fixed-point quotient keeps its fraction, which widens the dividend.
  if (e.op == OpKind::div && e.type.kind == NumberType::Kind::fixed)
    key.left_bits += std::max(e.type.bits - e.type.integer_bits, 0);
  if (is_fixed(e.type) && e.op == OpKind::mul) key.type.bits = full_bits(function, e);
  return key;
}

/// Returns the divisor of a division or remainder by a positive constant, or null.
const Expression* constant_divisor(const Function& function, const Expression& e) {
  const bool divides = e.op == OpKind::div || e.op == OpKind::rem;
  if (!divides || e.type.is_float() || e.operands.size() != 2) return nullptr;
  const Expression* divisor = &function.expressions[e.operands[1]];
  while (divisor->op == OpKind::cast && !divisor->operands.empty())
    divisor = &function.expressions[divisor->operands[0]];
  return divisor->op == OpKind::constant && divisor->constant > 0 ? divisor : nullptr;
}

/// Tells whether a division or remainder takes wires only: by a power of two, which a fixed-point type must be able to
/// represent (256 in 10 bits, not in 8).
bool divides_by_wires(const Function& function, const Expression& e) {
  const Expression* divisor = constant_divisor(function, e);
  int exponent = 0;
  if (!divisor || std::frexp(divisor->constant, &exponent) != 0.5) return false;
  return !is_fixed(e.type) || exponent <= e.type.integer_bits - 1;
}

/// Tells whether a bitwise and only keeps the last bits of a number ("x & 31"), which takes wires only.
bool is_truncation(const Function& function, const Expression& e) {
  if (e.op != OpKind::bit_and || e.operands.size() != 2) return false;
  return std::any_of(e.operands.begin(), e.operands.end(), [&](int operand) {
    const Expression& mask = function.expressions[operand];
    const bool is_mask = mask.op == OpKind::constant && mask.constant > 0 && mask.constant < 9e18;
    return is_mask && std::has_single_bit(static_cast<std::uint64_t>(mask.constant) + 1);
  });
}

/// Replaces a fixed-point division by a constant with a multiplication by its reciprocal: 24 bits with 16 of fraction
/// take "mul_40s_42ns_81" (2025.1, eight designs).
devices::OperatorKey reciprocal_key(devices::OperatorKey key) {
  key.op = OpKind::mul;
  key.right_bits = key.left_bits + 2;
  key.type = key.operand = integer_type(key.left_bits + key.right_bits - 1);
  key.constant_operand = false;
  return key;
}

devices::OperatorCost cost_of(const Function& function, const std::vector<int>& bits, const devices::Target& target,
                              const Expression& e) {
  if (e.op <= OpKind::load || divides_by_wires(function, e) || is_truncation(function, e)) return {};
  const devices::OperatorKey key = key_of(function, bits, e);
  const bool by_reciprocal = is_fixed(e.type) && e.op == OpKind::div && constant_divisor(function, e);
  return devices::find_operator(target, by_reciprocal ? reciprocal_key(key) : key);
}

void mark_assigned(const std::vector<Node>& body, std::vector<char>& assigned) {
  for (const Node& node : body) {
    if (node.kind == Node::Kind::assignment && node.assignment.value >= 0) assigned[node.assignment.value] = 1;
    for (const auto* inside : {&node.loop.body, &node.branch.then, &node.branch.otherwise})
      mark_assigned(*inside, assigned);
  }
}

/// Costs the conversion of a fixed-point sum, product or quotient to the assigned type: rounding adds half a unit where
/// bits are dropped, and saturation compares and selects (2025.1: "add i25", "icmp", two "select").
devices::OperatorCost conversion_cost(const devices::Target& target, const Expression& e) {
  const bool wider = e.op == OpKind::add || e.op == OpKind::sub || e.op == OpKind::mul || e.op == OpKind::div;
  if (!is_fixed(e.type) || !wider) return {};
  devices::OperatorKey key;
  key.op = OpKind::cast;
  key.type = key.operand = e.type;
  key.type.rounds = e.type.rounds && (e.op == OpKind::mul || e.op == OpKind::div);
  return devices::find_operator(target, key);
}

}  // namespace

FunctionView view_function(const Function& function, const devices::Target& target) {
  FunctionView view{function,
                    target,
                    view_memories(function, target),
                    find_value_bits(function),
                    {},
                    find_branch_local(function),
                    find_loop_local(function)};
  view.costs.reserve(function.expressions.size());
  std::vector<char> assigned(function.expressions.size());
  mark_assigned(function.body, assigned);
  for (std::size_t n = 0; n < function.expressions.size(); ++n) {
    const Expression& e = function.expressions[n];
    view.costs.push_back(cost_of(function, view.bits, target, e));
    if (assigned[n]) view.costs.back() = devices::chain(view.costs.back(), conversion_cost(target, e));
  }
  return view;
}

}  // namespace pom::dse::estimate
