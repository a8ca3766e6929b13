#pragma once
#include <cstddef>
#include <vector>

namespace pom::dse::explore {

/// One way to build a part of a function: a unit, or several that run at once. Parts follow each other: their cycles
/// and LUTs add up, and the operators of the part that needs most serve all of them.
struct Offer {
  double cycles = 0, lut = 0;
  double operator_lut = 0, operator_dsp = 0;
  std::vector<std::size_t> points;  ///< by unit of the part: its configuration
};

/// The least sum of cycles of one offer for each part within any number of LUTs (multiple-choice knapsack, by dynamic
/// programming from the last part to the first). LUTs are rounded down to steps, so that what it says is a bound.
class LeastCycles {
 public:
  /// `cap`: offers whose operators take more LUTs are left out. `room`: LUTs beside the operators, told apart in so
  /// many `steps`: the model errs by more than one of 500.
  LeastCycles(const std::vector<std::vector<Offer>>& parts, double cap, double room, std::size_t steps = 500);

  /// Of the parts from `first` on; infinity: nothing fits.
  double of_rest(std::size_t first, double lut) const;
  /// The offer of each part that makes it least; something fits.
  std::vector<std::size_t> choose(const std::vector<std::vector<Offer>>& parts, double lut) const;

 private:
  std::size_t step_of(double lut) const;
  std::size_t steps_of(const Offer&) const;

  double cap_;
  std::size_t steps_;
  double grain_;
  std::vector<std::vector<double>> least_;  ///< by part and steps; behind the last part: 0
};

}  // namespace pom::dse::explore
