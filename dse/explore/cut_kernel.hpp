#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "dse/explore/unit.hpp"
#include "dse/kernel/kernel.hpp"

namespace pom::dse {

/// How a unit is built: factor[n] iterations of loops[n] at once, the rest pipelined.
struct UnitChoice {
  std::vector<std::int64_t> factors;  ///< one per loop of the unit; 1: not cut
  bool fabric_adders = false;         ///< floating-point sums without DSP blocks
  int interval = 1;                   ///< asked for

  std::int64_t copies() const;
  bool operator==(const UnitChoice&) const = default;
};

/// The function with the unit's loops cut, its innermost running loop pipelined, and its copies unrolled: what the
/// directives of the choice make of it, without isl. Guards stand around copies beyond the last iteration.
void cut_unit(Function&, const Unit&, const UnitChoice&);

/// The loop of a label; null: there is none.
Loop* find_loop(std::vector<Node>& body, const std::string& label);

}  // namespace pom::dse
