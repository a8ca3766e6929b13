#include "dsl/execute/probes.hpp"

#include <algorithm>
#include <cstring>

#include "dsl/model/number.hpp"
#include "dsl/model/small_float.hpp"

namespace pom::dsl {
namespace {

using Kind = Coverage::Decision::Kind;

Slot bits_of_storage(const Type& type) {
  const std::size_t bits = 8 * storage_bytes(type);
  return bits >= 128 ? ~static_cast<Slot>(0) : (static_cast<Slot>(1) << bits) - 1;
}

double value_of(Slot slot, const Type& type) {
  if (!type.is_float()) {
    return is_number(type) ? number_to_double(wrap_number(static_cast<Wide>(slot), type), type)
                           : static_cast<double>(wrap_number(static_cast<Wide>(slot), type));
  }
  if (type.bits == 16) {
    const auto bits = static_cast<std::uint16_t>(slot);
    return type == p_half ? half_value(bits) : bfloat16_value(bits);
  }
  if (type.bits == 64) {
    double value;
    std::memcpy(&value, &slot, sizeof value);
    return value;
  }
  float value;
  std::memcpy(&value, &slot, sizeof value);
  return static_cast<double>(value);
}

/// The ends of an integer's or a fixed-point number's range.
double lowest(const Type& type) {
  if (!type.is_signed()) return 0;
  return value_of(static_cast<Slot>(1) << (type.bits - 1), type);
}
double highest(const Type& type) {
  const int ones = type.is_signed() ? type.bits - 1 : type.bits;
  return value_of(ones >= 128 ? ~static_cast<Slot>(0) : (static_cast<Slot>(1) << ones) - 1, type);
}

/// Truncation brings values less than one step outside into the range; near the ends either answer is right.
bool is_clamped(double value, const Type& type) { return !(value >= lowest(type) && value <= highest(type)); }

}  // namespace

Probes::Probes(const Compute& compute, const StatementCode& code, std::vector<Coverage::Decision>& decisions,
               Coverage::Stored& stored)
    : stored_(stored), value_(code.value), value_mask_(bits_of_storage(compute.value->type)) {
  for (Coverage::Decision& decision : decisions) {
    if (decision.kind == Kind::guard) {
      guards_.push_back(&decision);
      continue;
    }
    const int result = code.register_of.at(decision.node);
    if (decision.kind == Kind::truth) {
      probes_.push_back({&decision, result, result, result, 0xffffffff, 0});
      continue;
    }
    const ExprNode& operand = *decision.node->operands[0];
    const Slot mask = bits_of_storage(operand.type);
    probes_.push_back({&decision, result, code.register_of.at(&operand),
                       code.register_of.at(decision.node->operands.back().get()), mask, mask & ~(mask >> 1)});
  }
  std::unordered_map<const ExprNode*, int> known;
  results_.push_back(add_part(*compute.value, code, known));
  for (const ExprPtr& index : compute.store.indices) results_.push_back(add_part(*index, code, known));
  for (Probe& probe : probes_) probe.part = known.at(probe.decision->node);
  if (std::none_of(parts_.begin(), parts_.end(), [](const Part& part) { return part.condition >= 0; })) parts_.clear();
}

int Probes::add_part(const ExprNode& node, const StatementCode& code, std::unordered_map<const ExprNode*, int>& known) {
  if (const auto at = known.find(&node); at != known.end()) return at->second;
  Part part;
  for (const ExprPtr& operand : node.operands) part.operands.push_back(add_part(*operand, code, known));
  // What an affine index adds up has no registers.
  if (const auto chosen =
          node.op == Op::select ? code.register_of.find(node.operands[0].get()) : code.register_of.end();
      chosen != code.register_of.end())
    part.condition = chosen->second;
  parts_.push_back(std::move(part));
  return known[&node] = static_cast<int>(parts_.size()) - 1;
}

void Probes::mark_used(const Slot* registers) {
  used_.assign(parts_.size(), 0);
  for (const int result : results_) used_[result] = 1;
  for (std::size_t n = parts_.size(); n-- > 0;) {
    const Part& part = parts_[n];
    if (!used_[n]) continue;
    const bool chooses = part.condition >= 0;
    const std::size_t other = chooses && (registers[part.condition] & 0xffffffff) != 0 ? 2 : 1;
    for (std::size_t operand = 0; operand < part.operands.size(); ++operand) {
      if (!chooses || operand != other) used_[part.operands[operand]] = 1;
    }
  }
}

int Probes::arm_of(const Probe& probe, const Slot* registers) const {
  const Slot operand = registers[probe.operand] & probe.mask;
  switch (probe.decision->kind) {
    case Kind::choice: {
      // Of equal operands the second one is taken: min(a, b) is a < b ? a : b.
      const Slot other = registers[probe.other] & probe.mask;
      return operand != other && (registers[probe.result] & probe.mask) == operand ? 0 : 1;
    }
    case Kind::sign:
      return (operand & probe.sign) != 0 ? 0 : 1;
    case Kind::clamp: {
      const ExprNode& node = *probe.decision->node;
      return is_clamped(value_of(operand, node.operands[0]->type), node.type) ? 1 : 0;
    }
    default:
      return operand != 0 ? 0 : 1;
  }
}

void Probes::note_instance(const Slot* registers) {
  if (!parts_.empty()) mark_used(registers);
  for (const Probe& probe : probes_) {
    if (parts_.empty() || used_[probe.part]) probe.decision->taken[arm_of(probe, registers)] = true;
  }
  const Slot value = registers[value_] & value_mask_;
  stored_.varies = stored_.varies || (stored_.any && value != stored_.first);
  if (!stored_.any) stored_.first = value;
  stored_.any = true;
}

}  // namespace pom::dsl
