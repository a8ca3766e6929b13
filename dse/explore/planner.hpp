#pragma once
#include <cstddef>
#include <vector>

#include "dse/explore/ladder.hpp"

namespace pom::dse {

/// A function of many units by its parts: cycles add up, operators serve all units, everything else is built for each,
/// and every bank of an array has multiplexers for all units that use it. Thousands of combinations take no longer than
/// one estimate of the whole function.
class Planner {
 public:
  Planner(const Kernel& whole, const std::vector<UnitLadder>&, const Target&);

  using Points = std::vector<std::size_t>;  ///< by unit
  /// The fastest combination that is found under so many LUTs and DSP blocks.
  Points plan(const Limits&) const;
  double lut(const Points&) const;

 private:
  struct Use {
    std::size_t array = 0;
    std::vector<std::int64_t> factors;
  };
  /// One point of a unit.
  struct Part {
    double latency = 0, lut = 0;  ///< LUTs of this unit alone
    double operator_lut = 0, dsp = 0;
    std::vector<Use> banks;
  };
  struct Memory {
    std::vector<std::size_t> units;
    double bank_lut = 0;  ///< of each bank: multiplexers of its port
  };

  void add_memories(const Kernel& whole, const std::vector<UnitLadder>&, const Target&);
  double banks(std::size_t array, const Points&) const;
  double price(std::size_t unit, std::size_t point, Points&) const;
  void descend(Points&, double lut_price, double operator_cap, const Limits&) const;
  double latency(const Points&) const;
  std::vector<double> operator_caps(const Limits&) const;

  std::vector<std::vector<Part>> parts_;  ///< by unit, point
  Points lowest_;
  std::vector<Memory> memories_;                  ///< by array of the top function
  std::vector<std::vector<std::size_t>> arrays_;  ///< by unit
};

}  // namespace pom::dse
