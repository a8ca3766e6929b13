#include "dse/explore/combine/branch.hpp"

#include <algorithm>
#include <cmath>

#include "dse/explore/budget/effort.hpp"

namespace pom::dse::explore {

namespace {

/// Limits of the work, equal on every machine: children of nodes in the first look below a cap and in the second;
/// estimated combinations, each counted as many times as the function has units.
constexpr long first_nodes = 10'000, most_nodes = 50'000, most_estimated_units = 600;
/// Operations of a unit that an estimate looks at in about the time of a child: estimates count as nodes too.
constexpr long operations_of_a_node = 64;
/// Combinations that exceed a limit by less under the model are estimated all the same: the model errs by as much.
constexpr double slack = 1.006;

/// Bounds that differ by hardly more than designs have to are of one rank, and the deeper node is expanded first: a
/// combination is found sooner.
int rank_of(double bound) { return static_cast<int>(std::log(std::max(bound, 1.0)) / (2 * same_cycles)); }

}  // namespace

bool Branching::Later::operator()(const Node& a, const Node& b) const {
  if (a.rank != b.rank) return a.rank > b.rank;
  if (a.decided != b.decided) return a.decided < b.decided;
  return a.bound > b.bound;
}

Branching::Branching(Combinations& combinations, const estimate::Resources& room, std::function<double()> slowest,
                     std::function<bool(const Points&)> estimate, std::vector<std::vector<Offer>> relaxed)
    : combinations_(combinations),
      most_{slack * room.dsp, slack * room.lut, slack * room.ff, room.bram_18k, room.uram},
      slowest_(std::move(slowest)),
      estimate_(std::move(estimate)),
      offers_(std::move(relaxed)) {
  for (std::size_t t = 0; t < combinations_.teams().size(); ++t) {
    const auto& team = combinations_.teams()[t];
    std::vector<std::vector<Offer>> units;
    for (const std::size_t u : team) {
      units.push_back(offers_[u]);
      levels_.push_back({u, t, u == team.back(), {}, 0});
    }
    for (std::size_t n = levels_.size() - team.size(); n + 1 < levels_.size(); ++n) {
      Level& level = levels_[n];
      const std::size_t first = team.size() - (levels_.size() - n) + 1;
      level.rest = merge_team({units.begin() + static_cast<std::ptrdiff_t>(first), units.end()}, most_.dsp);
      level.rest_lut = INFINITY;
      for (const Offer& offer : level.rest) level.rest_lut = std::min(level.rest_lut, offer.lut);
    }
    teams_.push_back(merge_team(units, most_.dsp));
  }
}

void Branching::run(Look look) {
  // The estimate of a single unit is that of the function: the model need not keep it from being looked at.
  room_ = levels_.size() == 1 ? 2 * most_.lut : most_.lut - combinations_.missed().used.lut;
  estimates_ = std::max<long>(20, most_estimated_units / static_cast<long>(std::max<std::size_t>(levels_.size(), 1)));
  search_below_all(look == Look::brief ? first_nodes : most_nodes);
}

void Branching::search_below_all(long nodes) {
  std::vector<std::pair<double, double>> caps;  // least cycles, and the cap
  for (const double cap : list_caps(teams_, room_)) {
    const double cycles = open_cap(cap);
    if (cycles < slowest_()) caps.emplace_back(cycles, cap);
  }
  std::sort(caps.begin(), caps.end());
  for (const auto& [cycles, cap] : caps) {
    if (cycles >= slowest_() || estimates_ <= 0) break;
    search_below(cap, nodes);
  }
}

/// Operators of no team take more than `cap` LUTs. The least cycles of the function, with each unit's own banks;
/// infinity: nothing fits.
double Branching::open_cap(double cap) {
  cap_ = cap;
  rest_.emplace(teams_, cap, room_ - cap);
  return rest_->of_rest(0, room_ - cap);
}

void Branching::search_below(double cap, long nodes) {
  open_cap(cap);
  nodes_ = nodes;
  open_ = {};
  Node root;
  root.at.resize(levels_.size());
  root.banks.resize(combinations_.arrays());
  root.wide = root.users = root.banks;
  root.shown = true;
  dive(std::move(root));
  while (!open_.empty() && nodes_ > 0 && estimates_ > 0) {
    Node node = open_.top();
    open_.pop();
    if (node.bound < slowest_()) dive(std::move(node));
  }
}

/// Descends from the node to a combination, always to the best child; the other children stay in the queue.
void Branching::dive(Node node) {
  while (nodes_ > 0 && estimates_ > 0) {
    if (!node.shown && !show(node)) return;
    if (node.decided == levels_.size()) {
      try_leaf(node.at);
      return;
    }
    std::optional<Node> next = expand(node);
    if (!next) return;
    node = std::move(*next);
  }
}

/// Replaces what was assumed of the last unit in the agreed banks by an estimate. False: the node is then too slow.
bool Branching::show(Node& node) {
  const std::size_t unit = levels_[node.decided].unit, point = node.at[unit];
  const estimate::Resources assumed = moved(node, unit, point, Show::assume);  // before an estimate shows more
  const long before = combinations_.operations();
  const estimate::Resources beyond = moved(node, unit, point, Show::estimate) - assumed;
  nodes_ -= (combinations_.operations() - before) / operations_of_a_node;
  node.sums.lut += beyond.lut;
  node.sums.dsp += beyond.dsp;
  add_unit(node, point);
  node.shown = true;
  node.bound = bound_of(node, node.sums);
  node.rank = rank_of(node.bound);
  return node.bound < slowest_();
}

/// Merges the banks of the node's last unit into those of its arrays.
void Branching::add_unit(Node& node, std::size_t point) {
  const std::size_t unit = levels_[node.decided].unit;
  const UnitCost& cost = combinations_.cost(unit, point);
  const std::vector<std::size_t>& arrays = combinations_.arrays_of(unit);
  for (std::size_t a = 0; a < arrays.size(); ++a) {
    node.banks[arrays[a]] = combinations_.merge(arrays[a], node.banks[arrays[a]], cost.banks[a]);
    node.wide[arrays[a]] += cost.wide[a];
    ++node.users[arrays[a]];
  }
  if (levels_[node.decided].last_of_team) {
    node.sums.cycles += node.sums.team_cycles;
    node.sums.team_cycles = node.sums.team_operators = node.sums.team_dsp = 0;
  }
  ++node.decided;
}

/// Of the node with `sums`, which may already include the unit of the next level.
double Branching::bound_of(const Node& node, const Sums& sums) const {
  if (sums.dsp + sums.most_dsp > most_.dsp) return INFINITY;
  if (node.shown && node.decided == levels_.size())
    return room_ - cap_ - sums.lut < 0 ? INFINITY : sums.cycles + sums.team_cycles;
  const Level& level = levels_[node.shown ? node.decided - 1 : node.decided];
  const double left = room_ - cap_ - sums.lut - (level.last_of_team ? 0 : level.rest_lut);
  if (left < 0) return INFINITY;
  const double later = rest_->of_rest(level.team + 1, left);
  if (level.last_of_team) return sums.cycles + sums.team_cycles + later;
  const auto fits = [&](const Offer& offer) {
    return sums.team_operators + offer.operator_lut <= cap_ && sums.team_dsp + offer.operator_dsp <= most_.dsp;
  };
  const auto fastest = std::find_if(level.rest.begin(), level.rest.end(), fits);
  return fastest == level.rest.end() ? INFINITY : sums.cycles + std::max(sums.team_cycles, fastest->cycles) + later;
}

/// LUTs by which the ports of the unit's arrays grow: each user pays its part of an array's ports, and only the users
/// that are decided count.
double Branching::ports_with(const Node& node, std::size_t unit, std::size_t point) {
  const UnitCost& cost = combinations_.cost(unit, point);
  double lut = 0;
  for (std::size_t n = 0; n < cost.banks.size(); ++n) {
    const std::size_t array = combinations_.arrays_of(unit)[n];
    const auto all = static_cast<double>(combinations_.users_of(array).size());
    const int merged = combinations_.merge(array, node.banks[array], cost.banks[n]);
    lut += combinations_.port_lut(array, merged, node.wide[array] + cost.wide[n]) * (node.users[array] + 1) / all;
    if (node.users[array] > 0)
      lut -= combinations_.port_lut(array, node.banks[array], node.wide[array]) * node.users[array] / all;
  }
  return lut;
}

/// LUTs and DSP blocks by which modules grow when the unit joins: its own, and those of decided units whose arrays get
/// other banks by it.
estimate::Resources Branching::moved(const Node& node, std::size_t unit, std::size_t point, Show show) {
  const UnitCost& cost = combinations_.cost(unit, point);
  std::vector<int> agreed = node.banks;
  std::vector<std::size_t> moved{unit};
  for (std::size_t n = 0; n < cost.banks.size(); ++n) {
    const std::size_t array = combinations_.arrays_of(unit)[n];
    agreed[array] = combinations_.merge(array, node.banks[array], cost.banks[n]);
    if (agreed[array] == node.banks[array] || node.users[array] == 0) continue;
    for (std::size_t l = 0; l < node.decided; ++l) {
      const std::size_t v = levels_[l].unit;
      const auto& arrays = combinations_.arrays_of(v);
      if (std::find(arrays.begin(), arrays.end(), array) == arrays.end()) continue;
      if (std::find(moved.begin(), moved.end(), v) == moved.end()) moved.push_back(v);
    }
  }
  estimate::Resources all;
  for (const std::size_t u : moved) {
    const std::size_t p = u == unit ? point : node.at[u];
    const auto own = [&](const std::vector<int>& by_array) {
      const std::vector<int> banks = combinations_.banks_of(u, by_array);
      return show == Show::estimate ? combinations_.learn_in(u, p, banks).used
                                    : combinations_.cost_in(u, p, banks).used;
    };
    all += own(agreed) - (u == unit ? cost.own : own(node.banks));
  }
  return all;
}

/// The best child; the others go to the queue.
std::optional<Branching::Node> Branching::expand(const Node& node) {
  std::optional<Node> best;
  const Level& level = levels_[node.decided];
  const double slowest = slowest_();
  nodes_ -= static_cast<long>(offers_[level.unit].size());
  Node child = node;
  child.shown = false;
  for (const Offer& offer : offers_[level.unit]) {
    Sums next = node.sums;
    next.team_cycles = std::max(next.team_cycles, offer.cycles);
    if (next.cycles + next.team_cycles >= slowest) continue;
    next.team_operators += offer.operator_lut;
    next.team_dsp += offer.operator_dsp;
    const UnitCost& cost = combinations_.cost(level.unit, offer.points.front());
    next.dsp += cost.own.dsp;
    next.most_dsp = std::max(next.most_dsp, next.team_dsp);
    if (next.team_operators > cap_ || next.dsp + next.most_dsp > most_.dsp) continue;
    next.lut += cost.own.lut + cost.further + ports_with(node, level.unit, offer.points.front());
    if (bound_of(child, next) >= slowest) continue;
    next.lut += moved(node, level.unit, offer.points.front(), Show::assume).lut;
    child.bound = bound_of(child, next);
    if (child.bound >= slowest) continue;
    child.rank = rank_of(child.bound);
    child.sums = next;
    child.at[level.unit] = offer.points.front();
    if (!best) {
      best = child;
    } else if (Later{}(*best, child)) {
      open_.push(std::move(*best));
      best = child;
    } else {
      open_.push(child);
    }
  }
  return best;
}

/// Estimates the combination if it fits under the model, corrected by what earlier estimates showed beyond it.
void Branching::try_leaf(const Points& at) {
  if (combinations_.is_known(at)) return;
  const Combinations::Modelled all = combinations_.model(at);
  bool fits = combinations_.fits(at, all, most_);
  // What a unit takes that is alone is known.
  if (levels_.size() == 1) fits = is_within(combinations_.frontiers().front().points[at.front()].resources, most_);
  if (!fits || all.cycles + combinations_.missed_beside(at).cycles >= slowest_()) return;
  --estimates_;
  if (!estimate_(at)) estimates_ = 0;
}

}  // namespace pom::dse::explore
