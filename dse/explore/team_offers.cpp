#include "dse/explore/team_offers.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace pom::dse {

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

}  // namespace pom::dse
