#include <algorithm>

#include "dse/devices/tables/operator_parts.hpp"

// The tables are read once per device. A lookup finds a vector by operator and walks over a handful of entries; it
// allocates nothing and may run in any number of threads.
namespace pom::dse::devices {

namespace {

/// Marks the cost of an operation for which the library has no single core; the model composes it from other cores.
OperatorCost assumed(OperatorCost cost) {
  cost.estimated = true;
  return cost;
}

OperatorCost float_cost(const Target& target, const OperatorKey& key) {
  const int bits = key.type.bits;
  const auto core = [&](Core which) { return core_cost(target, which, bits, key); };
  switch (key.op) {
    case OpKind::add:
    case OpKind::sub:
      return core(Core::add);
    case OpKind::mul:
      return core(Core::mul);
    case OpKind::div:
      return core(Core::div);
    case OpKind::rem:
      return assumed(chain(core(Core::div), chain(core(Core::mul), core(Core::add))));
    case OpKind::min:
    case OpKind::max:
      return chain(core(Core::compare), select_cost(target, bits));
    case OpKind::neg:
      return logic_cost(target, bits);
    case OpKind::sqrt:
      return core(Core::sqrt);
    case OpKind::exp:
      return core(Core::exp);
    case OpKind::log:
      return core(Core::log);
    case OpKind::tanh:
      return core(Core::tanh);
    case OpKind::pow:
      return core(Core::pow);
    case OpKind::sin:
    case OpKind::cos:
      return core(Core::sin);
    case OpKind::tan:
      return assumed(chain(core(Core::sin), core(Core::div)));
    case OpKind::atan:
      return core(Core::atan);
    case OpKind::atan2:
      return assumed(chain(core(Core::div), core(Core::atan)));
    case OpKind::erf:
      return core(Core::erf);
    case OpKind::floor:
    case OpKind::ceil:
    case OpKind::round:
    case OpKind::trunc:
      return core(Core::round);
    default:
      return core(Core::compare);
  }
}

bool is_function(OpKind op) { return op >= OpKind::sqrt && op <= OpKind::trunc; }

/// Costs an assignment to a fixed-point type: rounding takes an adder, saturation a comparison and a select; otherwise
/// it is wires only.
OperatorCost fixed_assignment_cost(const Target& target, const OperatorKey& key) {
  OperatorCost cost;
  OperatorKey part = key;
  part.left_bits = part.right_bits = 0;
  part.bound_latency = -1;
  part.implementation.clear();
  if (key.type.rounds) cost = chain(cost, adder_cost(target, part));
  if (key.type.saturates) {
    cost = chain(cost, chain(compare_cost(target, part), select_cost(target, key.type.bits)));
  }
  return cost;
}

OperatorCost cast_cost(const Target& target, const OperatorKey& key) {
  const bool from_float = key.operand.is_float(), to_float = key.type.is_float();
  if (!from_float && !to_float) return fixed_assignment_cost(target, key);
  if (!from_float) return core_cost(target, Core::from_integer, key.type.bits, key);
  if (!to_float) return core_cost(target, Core::to_integer, key.operand.bits, key);
  if (key.operand.bits < key.type.bits) return core_cost(target, Core::extend, key.operand.bits, key);
  if (key.operand.bits > key.type.bits) return core_cost(target, Core::truncate, key.operand.bits, key);
  return {};
}

/// Costs a mathematical function of an integer or fixed-point number. Fixed-point functions use their own core where
/// the tables have one; all others are computed in floating point with two conversions.
OperatorCost function_of_integer(const Target& target, const OperatorKey& key) {
  if (key.op == OpKind::exp && key.type.kind == NumberType::Kind::fixed &&
      has_core(target, Core::fixed_exp, key.type.bits))
    return core_cost(target, Core::fixed_exp, key.type.bits, key);
  OperatorKey in_float = key;
  in_float.type = float_type(key.type.bits > 32 ? 64 : 32);
  const OperatorCost inside = float_cost(target, in_float);
  const OperatorCost to = core_cost(target, Core::from_integer, in_float.type.bits, in_float);
  const OperatorCost back = core_cost(target, Core::to_integer, in_float.type.bits, in_float);
  return assumed(chain(to, chain(inside, back)));
}

OperatorCost integer_cost(const Target& target, const OperatorKey& key) {
  const int bits = operand_bits(key);
  if (is_comparison(key.op)) return compare_cost(target, key);
  if (is_function(key.op)) return function_of_integer(target, key);
  switch (key.op) {
    case OpKind::add:
    case OpKind::sub:
    case OpKind::neg:
      return adder_cost(target, key);
    case OpKind::mul:
      return multiplier_cost(target, key);
    case OpKind::div:
    case OpKind::rem:
      return divider_cost(target, key);
    case OpKind::min:
    case OpKind::max:
      return chain(compare_cost(target, key), select_cost(target, bits));
    case OpKind::abs:
      return chain(adder_cost(target, key), select_cost(target, bits));
    case OpKind::shl:
    case OpKind::shr:
      return shift_cost(target, key);
    default:
      return logic_cost(target, bits);
  }
}

}  // namespace

OperatorCost find_operator(const Target& target, const OperatorKey& key) {
  switch (key.op) {
    case OpKind::constant:
    case OpKind::iterator:
    case OpKind::load:
      return {};
    case OpKind::unknown:
      return assumed({});
    case OpKind::cast:
      return cast_cost(target, key);
    case OpKind::select:
      return select_cost(target, std::clamp(key.type.bits, 1, 1 << 14));
    case OpKind::bit_and:
    case OpKind::bit_or:
    case OpKind::bit_xor:
    case OpKind::bit_not:
      return logic_cost(target, operand_bits(key));
    default:
      break;
  }
  if (!key.type.is_float()) return integer_cost(target, key);
  // A float's absolute value only clears the sign bit: a wire.
  if (key.op == OpKind::abs) return {};
  if (key.op == OpKind::shl || key.op == OpKind::shr) return assumed(shift_cost(target, key));
  return float_cost(target, key);
}

OperatorCost find_adder_without_dsp(const Target& target, OpKind op, const NumberType& type) {
  OperatorKey key;
  key.op = op;
  key.type = key.operand = type;
  key.implementation = "fabric";
  return find_operator(target, key);
}

int multiplexer_lut(const Target& target, int inputs, int) {
  if (inputs < 2) return 0;
  return tables_of(target).operators.multiplexer_lut.count_at(inputs);
}

}  // namespace pom::dse::devices
