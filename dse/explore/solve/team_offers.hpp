#pragma once
#include <cmath>
#include <cstddef>
#include <vector>

#include "dse/estimate/qor/qor.hpp"

namespace pom::dse::explore {

/// A configuration of one unit: what adds up to other units', and what serves all units that run in turn.
struct UnitOffer {
  double cycles = 0, lut = 0;
  double operator_lut = 0, operator_dsp = 0;
  std::size_t point = 0;
};

/// Configurations of all units of a team, which run at once.
struct TeamOffer {
  double cycles = 0, lut = 0;
  double operator_lut = 0, operator_dsp = 0;
  std::vector<std::size_t> points;  ///< by unit of the team
};

/// The offers of a team that no other one beats. `units`: the offers of each of its units.
std::vector<TeamOffer> merge_team(const std::vector<std::vector<UnitOffer>>& units, double dsp);

/// The least sum of cycles of one offer for each team within the LUTs, from below; infinity: nothing fits.
struct LeastTeams {
  double cycles = INFINITY;
  std::vector<std::size_t> at;  ///< by team: in its offers
};
LeastTeams find_least_cycles(const std::vector<std::vector<TeamOffer>>& teams, double lut);

/// The numbers of LUTs that serve as operators of all teams: what a team's offer needs, most first.
std::vector<double> list_caps(const std::vector<std::vector<TeamOffer>>& teams, double lut);

}  // namespace pom::dse::explore
