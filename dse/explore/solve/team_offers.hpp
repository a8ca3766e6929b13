#pragma once
#include <cmath>
#include <cstddef>
#include <vector>

#include "dse/explore/solve/least_cycles.hpp"

namespace pom::dse::explore {

/// The offers of a team, whose units run at once, that no other one beats: the longest unit's cycles, the sum of all
/// else. `units`: the offers of each of its units, with one point each.
std::vector<Offer> merge_team(const std::vector<std::vector<Offer>>& units, double dsp);
/// The same of a unit and the merged offers of others, whose points come behind its own.
std::vector<Offer> join_team(const std::vector<Offer>& unit, const std::vector<Offer>& others, double dsp);
/// The merged offers of no units.
inline std::vector<Offer> no_units() { return std::vector<Offer>(1); }

/// The least sum of cycles of one offer for each team within the LUTs, from below; infinity: nothing fits.
struct LeastTeams {
  double cycles = INFINITY;
  std::vector<std::size_t> at;  ///< by team: in its offers
};
LeastTeams find_least_cycles(const std::vector<std::vector<Offer>>& teams, double lut);

/// The numbers of LUTs that serve as operators of all teams: what a team's offer needs, most first.
std::vector<double> list_caps(const std::vector<std::vector<Offer>>& teams, double lut);

}  // namespace pom::dse::explore
