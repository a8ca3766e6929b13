#include "dse/explore/solve/team_offers.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "dse/explore/solve/least_cycles.hpp"

namespace pom::dse::explore {

namespace {

/// Caps on operators that differ by less are one: plans of the next lower cap are much the same.
constexpr double cap_step = 1.01;
/// A first pass over all caps tells LUTs apart in so many steps.
constexpr std::size_t coarse_steps = 50;

/// Without those that another one beats or equals; fastest first.
std::vector<Offer> drop_beaten(std::vector<Offer> offers) {
  std::stable_sort(offers.begin(), offers.end(), [](const Offer& a, const Offer& b) {
    return std::tie(a.cycles, a.operator_lut, a.lut) < std::tie(b.cycles, b.operator_lut, b.lut);
  });
  std::vector<Offer> front;
  for (Offer& offer : offers) {
    const bool beaten = std::any_of(front.begin(), front.end(), [&](const Offer& known) {
      return known.operator_lut <= offer.operator_lut && known.lut <= offer.lut &&
             known.operator_dsp <= offer.operator_dsp;
    });
    if (!beaten) front.push_back(std::move(offer));
  }
  return front;
}

}  // namespace

std::vector<Offer> join_team(const std::vector<Offer>& unit, const std::vector<Offer>& others, double dsp) {
  const std::vector<Offer> of_unit = drop_beaten(unit);
  std::vector<Offer> all;
  for (const Offer& offer : of_unit) {
    for (const Offer& other : others) {
      if (offer.operator_dsp + other.operator_dsp > dsp) continue;
      all.push_back({std::max(offer.cycles, other.cycles), offer.lut + other.lut,
                     offer.operator_lut + other.operator_lut, offer.operator_dsp + other.operator_dsp, offer.points});
      all.back().points.insert(all.back().points.end(), other.points.begin(), other.points.end());
    }
  }
  return drop_beaten(std::move(all));
}

std::vector<Offer> merge_team(const std::vector<std::vector<Offer>>& units, double dsp) {
  std::vector<Offer> all = no_units();
  for (std::size_t u = units.size(); u-- > 0;) all = join_team(units[u], all, dsp);
  return all;
}

std::vector<double> list_caps(const std::vector<std::vector<Offer>>& teams, double lut) {
  std::set<double, std::greater<>> all;
  for (const auto& team : teams) {
    for (const Offer& offer : team) all.insert(offer.operator_lut);
  }
  std::vector<double> caps;
  for (const double cap : all) {
    if (cap <= lut && (caps.empty() || cap * cap_step <= caps.back())) caps.push_back(cap);
  }
  return caps;
}

LeastTeams find_least_cycles(const std::vector<std::vector<Offer>>& teams, double lut) {
  std::vector<std::pair<double, double>> caps;  // least cycles, and the cap
  // Offers down to the next cap are below this one too: no more than that is sure to be built.
  const auto room = [&](double cap) { return lut - cap / cap_step; };
  for (const double cap : list_caps(teams, cap_step * lut)) {
    const double cycles = LeastCycles(teams, cap, room(cap), coarse_steps).of_rest(0, room(cap));
    if (std::isfinite(cycles)) caps.emplace_back(cycles, cap);
  }
  std::sort(caps.begin(), caps.end());
  LeastTeams least;
  for (const auto& [cycles, cap] : caps) {
    if (cycles >= least.cycles) break;
    const LeastCycles table(teams, cap, room(cap));
    if (table.of_rest(0, room(cap)) >= least.cycles) continue;
    least.cycles = table.of_rest(0, room(cap));
    least.at = table.choose(teams, room(cap));
  }
  return least;
}

}  // namespace pom::dse::explore
