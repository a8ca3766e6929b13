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

}  // namespace pom::dse::explore
