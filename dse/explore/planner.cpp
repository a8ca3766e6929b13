#include "dse/explore/planner.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <numeric>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include "dse/devices/tables/operators.hpp"
#include "dse/explore/shared_nests.hpp"

namespace pom::dse {

namespace {

/// Cycles that a LUT may cost, of what one costs in a design that fills the device: from very much to nearly nothing.
constexpr double least_price = 1e-3, most_price = 1e3, price_step = 0.75;
/// Caps on operators that are no further apart make much the same plans.
constexpr double cap_step = 1.02;
/// Of the incumbent's cycles: what gains less is not drafted.
constexpr double worth_a_plan = 0.999;
/// Plans that take too much are a start too; so many plans are improved.
constexpr double most_excess = 1.5;
constexpr std::size_t most_to_improve = 40;
/// In all steps together: so that the time does not grow with the number of units.
constexpr long most_points_to_look_at = 3'000'000;
constexpr int most_sweeps = 3;
/// Two operands and the enable of a unit choose among the loops that use it.
constexpr int ports_of_a_unit = 3;

}  // namespace

Planner::Planner(const Kernel& whole, const std::vector<UnitLadder>& ladders, const Target& target) {
  const std::vector<std::size_t> tied = find_tied_arrays(whole);
  add_memories(whole, tied, ladders, target);
  for (const UnitLadder& ladder : ladders) add_parts(whole, tied, ladder);
  for (std::size_t users = 0; users <= parts_.size(); ++users)
    shared_lut_.push_back(users < 2 ? 0 : ports_of_a_unit * multiplexer_lut(target, static_cast<int>(users) + 1, 32));
  add_teams(whole, ladders);
  share_operators();
}

namespace {

void merge_into(std::array<std::int64_t, 8>& common, std::span<const std::int64_t> factors) {
  for (std::size_t d = 0; d < std::min(factors.size(), common.size()); ++d) {
    if (factors[d] != 1 && common[d] != factors[d]) common[d] = merge_factors(common[d], factors[d]);
  }
}

double product_of(const std::array<std::int64_t, 8>& factors) {
  double product = 1;
  for (std::int64_t factor : factors) product *= static_cast<double>(factor);
  return product;
}

}  // namespace

/// The points of the next unit.
void Planner::add_parts(const Kernel& whole, const std::vector<std::size_t>& tied, const UnitLadder& ladder) {
  const Function& function = whole.functions[whole.top];
  const std::vector<std::size_t>& arrays = arrays_[parts_.size()];
  std::map<std::string, std::size_t> place;  // in `arrays`
  for (std::size_t n = 0; n < function.arrays.size(); ++n) {
    const auto at = std::find(arrays.begin(), arrays.end(), tied[n]);
    if (at != arrays.end()) place[function.arrays[n].name] = static_cast<std::size_t>(at - arrays.begin());
  }
  std::vector<std::vector<Factors>>& requests = requests_.emplace_back(arrays.size());
  lowest_.push_back(ladder.levels.front());
  parts_.emplace_back();
  const UnitPoint& least = ladder.points[ladder.levels.front()];
  for (const UnitPoint& point : ladder.points) {
    // What the rest of its nest takes is in every point; multiplexers are before banks where an iteration starts in
    // every cycle.
    const auto own = [](const UnitPoint& p) {
      return p.resources.lut - p.operators.lut - (p.interval > 1 ? 0 : p.multiplexer_lut);
    };
    Part part{point.latency,       own(point) - own(least), point.operators.lut,
              point.operators.dsp, point.operator_count,    {}};
    std::vector<Factors> asked(arrays.size());
    for (Factors& factors : asked) factors.fill(1);
    for (const auto& [array, factors] : point.banks) {
      if (const auto at = place.find(array); at != place.end()) merge_into(asked[at->second], factors);
    }
    for (std::size_t n = 0; n < arrays.size(); ++n) {
      const auto known = std::find(requests[n].begin(), requests[n].end(), asked[n]);
      part.banks.push_back(static_cast<std::size_t>(known - requests[n].begin()));
      if (known == requests[n].end()) requests[n].push_back(asked[n]);
    }
    parts_.back().push_back(std::move(part));
  }
}

namespace {

bool share_memory(const Touched& a, const Touched& b) {
  const auto has = [&](int array) { return b.has(array); };
  return std::any_of(a.reads.begin(), a.reads.end(), has) || std::any_of(a.writes.begin(), a.writes.end(), has);
}

}  // namespace

/// Top loops without a memory in common start together; each comes right after those that it has to wait for. What runs
/// on a module that others use too has it for itself.
void Planner::add_teams(const Kernel& whole, const std::vector<UnitLadder>& ladders) {
  const Function& top = whole.functions[whole.top];
  std::vector<Touched> touched;
  std::vector<std::size_t> wave;
  std::map<std::size_t, std::vector<std::size_t>> waves;
  std::vector<char> seen(ladders.size());
  for (const Node& node : top.body) {
    touched.push_back(find_touched(whole, node));
    std::size_t own = 0;
    for (std::size_t n = 0; n + 1 < touched.size(); ++n) {
      if (share_memory(touched[n], touched.back())) own = std::max(own, wave[n] + 1);
    }
    wave.push_back(own);
    const bool is_call = node.kind == Node::Kind::call;
    std::vector<std::size_t> inside;
    const std::vector<Node> own_body = is_call ? std::vector<Node>{} : std::vector<Node>{node};
    const std::vector<Node>& body = is_call ? whole.functions[node.call.function].body : own_body;
    for (std::size_t u = 0; u < ladders.size(); ++u) {
      if (seen[u] || !find_loop(body, ladders[u].unit.loops.back().label)) continue;
      inside.push_back(u);
      seen[u] = 1;
    }
    if (inside.size() == 1 && !is_call) {
      waves[own].push_back(inside.front());
    } else {
      for (std::size_t u : inside) teams_.push_back({{u}});
    }
  }
  for (auto& [number, units] : waves) teams_.push_back({std::move(units)});
}

void Planner::share_operators() {
  share_.assign(parts_.size(), 1);
  team_size_.assign(parts_.size(), 1);
  team_.assign(parts_.size(), 0);
  for (const Team& team : teams_) {
    for (std::size_t u : team.units) team_[u] = static_cast<std::size_t>(&team - teams_.data());
    double sum = 0, most = 0;
    for (std::size_t u : team.units) {
      const double cycles = parts_[u][lowest_[u]].latency;
      sum += cycles;
      most = std::max(most, cycles);
    }
    for (std::size_t u : team.units) {
      if (sum <= 0) continue;
      share_[u] = parts_[u][lowest_[u]].latency / sum;
      team_size_[u] = sum / most;
    }
  }
}

/// Banks that serve all units of the array, but one.
Planner::Factors Planner::common_banks(std::size_t array, const Points& at, std::size_t except) const {
  Factors common;
  common.fill(1);
  for (std::size_t u : memories_[array].units) {
    if (u == except) continue;
    const auto n =
        static_cast<std::size_t>(std::find(arrays_[u].begin(), arrays_[u].end(), array) - arrays_[u].begin());
    merge_into(common, requests_[u][n][parts_[u][at[u]].banks[n]]);
  }
  return common;
}

double Planner::banks(std::size_t array, const Points& at) const {
  return product_of(common_banks(array, at, parts_.size()));
}

/// On average: how many others use the same operators is not known here.
double Planner::own_price(const Part& part) const {
  return part.lut + part.operators * shared_lut_.back() / static_cast<double>(parts_.size());
}

Planner::PortPrices::PortPrices(const Planner& planner, std::size_t unit, const Points& others)
    : planner_(&planner), unit_(unit) {
  const std::vector<std::size_t>& arrays = planner.arrays_[unit];
  for (std::size_t n = 0; n < arrays.size(); ++n) {
    others_.push_back(planner.common_banks(arrays[n], others, unit));
    known_.emplace_back(planner.requests_[unit][n].size(), -1);
  }
}

double Planner::PortPrices::of(const Part& part) {
  double lut = 0;
  for (std::size_t n = 0; n < known_.size(); ++n) {
    double& price = known_[n][part.banks[n]];
    if (price < 0) {
      Factors common = others_[n];
      merge_into(common, planner_->requests_[unit_][n][part.banks[n]]);
      price = planner_->port_lut(planner_->memories_[planner_->arrays_[unit_][n]], product_of(common));
    }
    lut += price;
  }
  return lut;
}

double Planner::lut(const Points& at) const {
  double lut = 0, operators = 0;
  for (const Team& team : teams_) {
    double here = 0;
    for (std::size_t u : team.units) {
      lut += parts_[u][at[u]].lut;
      here += parts_[u][at[u]].operator_lut;
    }
    operators = std::max(operators, here);
  }
  for (std::size_t array = 0; array < memories_.size(); ++array) {
    if (!memories_[array].units.empty()) lut += port_lut(memories_[array], banks(array, at));
  }
  return lut + operators + sharing_lut(at);
}

/// Of the units that operations share: the first ones have most users.
double Planner::sharing_lut(const Points& at) const {
  std::vector<double> counts;
  for (std::size_t u = 0; u < parts_.size(); ++u) counts.push_back(parts_[u][at[u]].operators);
  std::sort(counts.begin(), counts.end(), std::greater<>());
  counts.push_back(0);
  double lut = 0;
  for (std::size_t users = 1; users < counts.size(); ++users)
    lut += (counts[users - 1] - counts[users]) * shared_lut_[users];
  return lut;
}

double Planner::dsp(const Points& at) const {
  double most = 0;
  for (const Team& team : teams_) {
    double here = 0;
    for (std::size_t u : team.units) here += parts_[u][at[u]].dsp;
    most = std::max(most, here);
  }
  return most;
}

double Planner::latency(const Points& at) const {
  double sum = 0;
  for (const Team& team : teams_) {
    double longest = 0;
    for (std::size_t u : team.units) longest = std::max(longest, parts_[u][at[u]].latency);
    sum += longest;
  }
  return sum;
}

/// Each unit in turn takes the point at which cycles and LUTs cost least.
void Planner::descend(Points& at, double lut_price, double operator_cap, const Limits& limits) const {
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    bool changed = false;
    for (std::size_t u = 0; u < parts_.size(); ++u) {
      if (parts_[u].size() < 2) continue;
      std::size_t best = at[u];
      double least = INFINITY;
      PortPrices ports(*this, u, at);
      for (std::size_t p = 0; p < parts_[u].size(); ++p) {
        const Part& part = parts_[u][p];
        const bool fits = part.operator_lut <= operator_cap * share_[u] && part.dsp <= limits.dsp * share_[u];
        if (p != lowest_[u] && !fits) continue;
        const double cycles = part.latency / team_size_[u];
        if (cycles + lut_price * own_price(part) >= least) continue;
        const double cost = cycles + lut_price * (own_price(part) + ports.of(part));
        if (cost >= least) continue;
        least = cost;
        best = p;
      }
      changed = changed || best != at[u];
      at[u] = best;
    }
    if (!changed) return;
  }
}

/// Ascending.
std::vector<double> Planner::operator_caps(const Limits& limits) const {
  std::set<double> all;
  for (std::size_t u = 0; u < parts_.size(); ++u) {
    for (const Part& part : parts_[u]) {
      const double together = part.operator_lut / share_[u];
      if (part.dsp <= limits.dsp * share_[u] && together <= limits.lut) all.insert(together);
    }
  }
  std::vector<double> caps;
  for (auto cap = all.rbegin(); cap != all.rend(); ++cap) {
    if (caps.empty() || *cap * cap_step <= caps.back()) caps.push_back(*cap);
  }
  return {caps.rbegin(), caps.rend()};
}

std::vector<Planner::Plan> Planner::draft(const Limits& limits, double incumbent) const {
  std::vector<Plan> all{{latency(lowest_), lut(lowest_), lowest_}};
  Points fastest;
  for (const auto& unit : parts_) {
    const auto less = [](const Part& a, const Part& b) { return a.latency < b.latency; };
    fastest.push_back(static_cast<std::size_t>(std::min_element(unit.begin(), unit.end(), less) - unit.begin()));
  }
  const double price = latency(fastest) / std::max(limits.lut, 1.0);
  for (double cap : operator_caps(limits)) {
    Points at = lowest_, last;
    descend(at, 0, cap, limits);
    if (latency(at) >= worth_a_plan * incumbent) continue;
    at = lowest_;
    for (double times = most_price; times > least_price; times *= price_step) {
      descend(at, times * price, cap, limits);
      if (at == last) continue;
      last = at;
      const double used = lut(at);
      if (used > most_excess * limits.lut) break;
      all.push_back({latency(at), used, at});
    }
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

std::vector<Planner::Plan> Planner::finish(std::vector<Plan> all, const Limits& limits) const {
  long points = 0;
  for (const auto& unit : parts_) points += static_cast<long>(unit.size());
  long steps = most_points_to_look_at / std::max(points, 1L);
  const std::size_t drafts = std::min(all.size(), most_to_improve);
  for (std::size_t n = 0; n < drafts && steps > 0; ++n) {
    Points at = all[n].at;
    steps -= take_steps(at, limits, steps);
    all.push_back({latency(at), lut(at), at});
  }
  std::erase_if(all, [&](const Plan& plan) { return plan.lut > limits.lut && plan.at != lowest_; });
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

}  // namespace pom::dse
