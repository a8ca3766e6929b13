#pragma once
#include <map>
#include <unordered_set>

#include "dse/estimate/area/registers.hpp"

namespace pom::dse {

/// Where the values of one operand of the operations on one kind of unit come from.
class OperandInputs {
 public:
  void add(int node, const BlockRegisters& registers) {
    const int home = registers.homes[node];
    if (!seen_.insert(node).second) return;
    if (home < 0)
      ++apart_;
    else
      ++from_home_[home];
  }

  /// LUTs of the multiplexers before that operand of all units: an input for each register or wire, at most one for
  /// each operation, and one for the states without any.
  double lut(const BlockRegisters& registers, std::int64_t operations, std::int64_t units, const Target& target) const {
    std::int64_t all = apart_;
    for (const auto& [home, values] : from_home_) all += std::min(values, registers.home_sizes[home]);
    const std::int64_t inputs = (std::min(all, operations) + units - 1) / units;
    if (inputs < 2) return 0;
    return static_cast<double>(units) * multiplexer_lut(target, static_cast<int>(inputs) + 1, 32);
  }

 private:
  std::unordered_set<int> seen_;
  std::int64_t apart_ = 0;        // values with registers of their own
  std::map<int, int> from_home_;  // values of each home
};

}  // namespace pom::dse
