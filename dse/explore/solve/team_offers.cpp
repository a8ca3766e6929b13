#include "dse/explore/solve/team_offers.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

#include "dse/explore/solve/least_cycles.hpp"

namespace pom::dse::explore {

namespace {

/// Caps on operators that differ by less are one: plans of the next lower cap are much the same.
constexpr double cap_step = 1.01;

/// Without those that another one beats or equals; fastest first.
std::vector<TeamOffer> drop_beaten(std::vector<TeamOffer> offers) {
  std::stable_sort(offers.begin(), offers.end(), [](const TeamOffer& a, const TeamOffer& b) {
    return std::tie(a.cycles, a.operator_lut, a.lut) < std::tie(b.cycles, b.operator_lut, b.lut);
  });
  std::vector<TeamOffer> front;
  for (TeamOffer& offer : offers) {
    const bool beaten = std::any_of(front.begin(), front.end(), [&](const TeamOffer& known) {
      return known.operator_lut <= offer.operator_lut && known.lut <= offer.lut &&
             known.operator_dsp <= offer.operator_dsp;
    });
    if (!beaten) front.push_back(std::move(offer));
  }
  return front;
}

}  // namespace

std::vector<TeamOffer> merge_team(const std::vector<std::vector<UnitOffer>>& units, double dsp) {
  std::vector<TeamOffer> all(1);
  for (const std::vector<UnitOffer>& unit : units) {
    std::vector<TeamOffer> more;
    for (const TeamOffer& others : all) {
      for (const UnitOffer& offer : unit) {
        if (others.operator_dsp + offer.operator_dsp > dsp) continue;
        more.push_back({std::max(others.cycles, offer.cycles), others.lut + offer.lut,
                        others.operator_lut + offer.operator_lut, others.operator_dsp + offer.operator_dsp,
                        others.points});
        more.back().points.push_back(offer.point);
      }
    }
    all = drop_beaten(std::move(more));
  }
  return all;
}

std::vector<double> list_caps(const std::vector<std::vector<TeamOffer>>& teams, double lut) {
  std::set<double, std::greater<>> all;
  for (const auto& team : teams) {
    for (const TeamOffer& offer : team) all.insert(offer.operator_lut);
  }
  std::vector<double> caps;
  for (const double cap : all) {
    if (cap <= lut && (caps.empty() || cap * cap_step <= caps.back())) caps.push_back(cap);
  }
  return caps;
}

namespace {

/// A first pass over all caps tells LUTs apart in so many steps.
constexpr std::size_t coarse_steps = 50;

/// The offers below a cap, by team, and where they stand among all; nothing: a team has none.
struct Capped {
  std::vector<std::vector<LutOffer>> offers;
  std::vector<std::vector<std::size_t>> at;
};

std::optional<Capped> cap_offers(const std::vector<std::vector<TeamOffer>>& teams, double cap) {
  Capped capped;
  for (const auto& team : teams) {
    capped.offers.emplace_back();
    capped.at.emplace_back();
    for (std::size_t n = 0; n < team.size(); ++n) {
      if (team[n].operator_lut > cap) continue;
      capped.offers.back().push_back({team[n].cycles, team[n].lut});
      capped.at.back().push_back(n);
    }
    if (capped.offers.back().empty()) return std::nullopt;
  }
  return capped;
}

}  // namespace

LeastTeams find_least_cycles(const std::vector<std::vector<TeamOffer>>& teams, double lut) {
  std::vector<std::pair<double, double>> caps;  // least cycles, and the cap
  // Offers down to the next cap are below this one too: no more than that is sure to be built.
  const auto room = [&](double cap) { return lut - cap / cap_step; };
  for (const double cap : list_caps(teams, cap_step * lut)) {
    const std::optional<Capped> capped = cap_offers(teams, cap);
    if (!capped) continue;
    const double cycles = LeastCycles(capped->offers, room(cap), coarse_steps).of_rest(0, room(cap));
    if (std::isfinite(cycles)) caps.emplace_back(cycles, cap);
  }
  std::sort(caps.begin(), caps.end());
  LeastTeams least;
  for (const auto& [cycles, cap] : caps) {
    if (cycles >= least.cycles) break;
    const std::optional<Capped> capped = cap_offers(teams, cap);
    const LeastCycles table(capped->offers, room(cap));
    if (table.of_rest(0, room(cap)) >= least.cycles) continue;
    least.cycles = table.of_rest(0, room(cap));
    least.at = table.choose(capped->offers, room(cap));
    for (std::size_t t = 0; t < least.at.size(); ++t) least.at[t] = capped->at[t][least.at[t]];
  }
  return least;
}

}  // namespace pom::dse::explore
