#include <algorithm>
#include <cmath>
#include <set>

#include "dse/explore/planner.hpp"

/// Plans one step at a time: what prices cannot reach, since operators serve all units and come in lumps.
namespace pom::dse {

namespace {

/// LUTs that count as none when gains are compared.
constexpr double small_change = 1;

}  // namespace

/// By team: what the operators of its units take.
std::vector<double> Planner::operator_luts(const Points& at) const {
  std::vector<double> luts;
  for (const Team& team : teams_) {
    luts.push_back(0);
    for (std::size_t u : team.units) luts.back() += parts_[u][at[u]].operator_lut;
  }
  return luts;
}

/// What the operators of a team take, and the team's cycles, without one of its units.
Planner::Others Planner::without(std::size_t unit, const Points& at, const std::vector<double>& operator_luts) const {
  Others others;
  for (std::size_t u : teams_[team_[unit]].units) {
    if (u == unit) continue;
    const Part& part = parts_[u][at[u]];
    others.team_lut += part.operator_lut;
    others.team_dsp += part.dsp;
    others.team_latency = std::max(others.team_latency, part.latency);
  }
  for (std::size_t t = 0; t < teams_.size(); ++t) {
    if (t != team_[unit]) others.operator_lut = std::max(others.operator_lut, operator_luts[t]);
  }
  return others;
}

/// The best single step: out of what does not fit the one that costs least cycles for a LUT, else the one that gains
/// most. False: there is none.
bool Planner::take_step(Points& at, double used, const Limits& limits) const {
  const bool fits = used <= limits.lut;
  const std::vector<double> luts = operator_luts(at);
  double best = 0;
  std::size_t unit = parts_.size(), point = 0;
  for (std::size_t u = 0; u < parts_.size(); ++u) {
    if (parts_[u].size() < 2) continue;
    const Others others = without(u, at, luts);
    const auto operators_of = [&](const Part& part) {
      return std::max(others.operator_lut, others.team_lut + part.operator_lut);
    };
    PortPrices ports(*this, u, at);
    const auto lut_of = [&](const Part& part) { return own_price(part) + ports.of(part) + operators_of(part); };
    const auto latency_of = [&](const Part& part) { return std::max(others.team_latency, part.latency); };
    const double lut_now = lut_of(parts_[u][at[u]]), latency_now = latency_of(parts_[u][at[u]]);
    for (std::size_t p = 0; p < parts_[u].size(); ++p) {
      const Part& part = parts_[u][p];
      const double gain = latency_now - latency_of(part);
      if (p == at[u] || others.team_dsp + part.dsp > limits.dsp || (fits && gain <= 0)) continue;
      // All rates are above 0, the higher the better; fewer LUTs only raise them.
      const auto rate_of = [&](double more) {
        if (fits ? used + more > limits.lut : more >= 0) return 0.0;
        return fits ? gain / std::max(more, small_change) : more / std::min(gain, -small_change);
      };
      if (rate_of(own_price(part) + operators_of(part) - lut_now) <= best) continue;
      const double rate = rate_of(lut_of(part) - lut_now);
      if (rate <= best) continue;
      best = rate;
      unit = u;
      point = p;
    }
  }
  if (unit == parts_.size()) return false;
  at[unit] = point;
  return true;
}

/// Back until it fits, then forward as far as it does. Returns how many steps that took. A step is priced with what
/// operators cost on average: one that seems to fit may not, and the way back leads to where it came from.
long Planner::take_steps(Points& at, const Limits& limits, long most) const {
  std::set<Points> seen{at};
  Points fitting;  // the last that did
  for (long step = 0; step < most; ++step) {
    const double used = lut(at);
    if (used <= limits.lut) fitting = at;
    if (!take_step(at, used, limits)) return step + 1;
    if (seen.insert(at).second) continue;
    if (!fitting.empty()) at = fitting;
    return step + 1;
  }
  return most;
}

}  // namespace pom::dse
