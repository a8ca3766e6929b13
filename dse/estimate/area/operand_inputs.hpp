#pragma once
#include <map>
#include <unordered_set>

#include "dse/estimate/area/registers.hpp"

namespace pom::dse::estimate {

/// Collects the sources of one operand of the operations on one kind of unit.
class OperandInputs {
 public:
  void add(int node, const BlockRegisters& registers) {
    const int binding = registers.bindings[node];
    if (!seen_.insert(node).second) return;
    if (binding < 0)
      ++apart_;
    else
      ++by_binding_[binding];
  }

  /// Computes the LUTs of the multiplexers of that operand for all units: an input for each register or wire, at most
  /// one per operation, and one for the states without an operation.
  double lut(const BlockRegisters& registers, std::int64_t operations, std::int64_t units,
             const devices::Target& target) const {
    std::int64_t all = apart_;
    for (const auto& [binding, values] : by_binding_) all += std::min(values, registers.binding_sizes[binding]);
    const std::int64_t inputs = (std::min(all, operations) + units - 1) / units;
    if (inputs < 2) return 0;
    return static_cast<double>(units) * devices::multiplexer_lut(target, static_cast<int>(inputs) + 1, 32);
  }

 private:
  std::unordered_set<int> seen_;
  std::int64_t apart_ = 0;         // number of values with a register of their own
  std::map<int, int> by_binding_;  // number of values of each binding
};

}  // namespace pom::dse::estimate
