#include "dse/explore/combine/branch.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "dse/explore/budget/effort.hpp"

namespace pom::dse::explore {

namespace {

/// Limits of the work, equal on every machine: children of nodes in the first look below a cap and in the second;
/// estimated combinations, each counted as many times as the function has units.
constexpr long first_nodes = 10'000, most_nodes = 50'000, most_estimated_units = 600;
/// Operations of a unit that an estimate looks at in about the time of a child: estimates count as nodes too.
constexpr long operations_of_a_node = 64;
/// Of a function, in all looks: behind them, what units take in others' banks is assumed. They take a few seconds.
constexpr long most_learned_operations = 10'000'000;
/// Combinations that exceed a limit by less under the model are estimated all the same: the model errs by as much.
constexpr double slack = 1.006;

/// Bounds that differ by hardly more than designs have to are of one rank, and the deeper node is expanded first: a
/// combination is found sooner. What estimates showed beyond the model rules nodes out, and counts for no rank: it is
/// known of the deeper ones alone, and the search would turn back before each combination.
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
    for (const std::size_t u : team) {
      levels_.push_back({u, t, u == team.back(), {}, 0, users_before(u)});
      if (combinations_.is_heavy(u)) heavy_levels_ = levels_.size();
    }
    std::vector<Offer> all = no_units();
    for (std::size_t n = levels_.size(); n-- > levels_.size() - team.size() && !is_over();) {
      Level& level = levels_[n];
      level.rest_lut = INFINITY;
      for (const Offer& offer : all) level.rest_lut = std::min(level.rest_lut, offer.lut);
      level.rest = std::exchange(all, join_team(offers_[level.unit], all, most_.dsp));
    }
    teams_.push_back(std::move(all));
  }
}

/// Lists the units of the levels so far that use the unit's arrays, by array of the unit.
std::vector<std::vector<std::size_t>> Branching::users_before(std::size_t unit) const {
  std::vector<std::vector<std::size_t>> users;
  for (const std::size_t array : combinations_.arrays_of(unit)) {
    users.emplace_back();
    const std::vector<std::size_t>& all = combinations_.users_of(array);
    for (const Level& level : levels_) {
      if (std::find(all.begin(), all.end(), level.unit) != all.end()) users.back().push_back(level.unit);
    }
  }
  return users;
}

/// Nothing is fast enough any more: the time is over, or a design was found where one is all that is asked for.
bool Branching::is_over() const { return slowest_() <= 0; }

void Branching::run(Look look) {
  if (is_over()) return;
  // The estimate of a single unit is that of the function: the model need not keep it from being looked at.
  missed_lut_ = combinations_.missed().used.lut;
  room_ = levels_.size() == 1 ? 2 * most_.lut : most_.lut - missed_lut_;
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
  Decided none;
  none.at.resize(levels_.size());
  none.banks.resize(combinations_.arrays());
  none.wide = none.banks;
  none.cycles.resize(levels_.size());
  Node root;
  root.before = std::make_shared<const Decided>(std::move(none));
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
      try_leaf(node.before->at);
      return;
    }
    std::optional<Node> next = expand(node);
    if (!next) return;
    node = std::move(*next);
  }
}

/// Merges the last unit's banks with those of the others, and replaces what was assumed of it in these banks by an
/// estimate. Returns false where nothing below the node can be fast enough then.
bool Branching::show(Node& node) {
  const Joined& joined = join(node, node.point);
  if (combinations_.operations() < most_learned_operations) {
    const estimate::Resources assumed = move(node, node.point, joined, Show::assume);  // before an estimate shows more
    const long before = combinations_.operations();
    const estimate::Resources beyond = move(node, node.point, joined, Show::estimate) - assumed;
    nodes_ -= (combinations_.operations() - before) / operations_of_a_node;
    node.sums.lut += beyond.lut;
    node.sums.dsp += beyond.dsp;
  }
  add_unit(node, joined);
  node.bound = bound_of(node);
  if (node.bound >= slowest_()) return false;
  node.rank = rank_of(node.bound - node.sums.beyond_cycles);
  return true;
}

/// Moves the last unit, and those that it gives other banks, to the banks that all agree on.
void Branching::add_unit(Node& node, const Joined& joined) {
  const Level& level = levels_[node.decided];
  const UnitCost& cost = combinations_.cost(level.unit, node.point);
  auto after = std::make_shared<Decided>(*node.before);
  after->at[level.unit] = node.point;
  after->banks = joined.banks;
  for (std::size_t a = 0; a < cost.wide.size(); ++a)
    after->wide[combinations_.arrays_of(level.unit)[a]] += cost.wide[a];
  for (const std::size_t u : joined.units)
    after->cycles[u] = combinations_.cost_in(u, after->at[u], joined.banks).cycles;
  node.before = std::move(after);
  ++node.decided;
  node.shown = true;
  double learned = 0, team = 0;
  for (std::size_t l = 0; l < node.decided; ++l) {
    team = std::max(team, node.before->cycles[levels_[l].unit]);
    if (levels_[l].last_of_team) learned += std::exchange(team, 0);
  }
  node.sums.beyond_cycles = learned + team - node.sums.cycles - node.sums.team_cycles;
  if (level.last_of_team) {
    node.sums.cycles += node.sums.team_cycles;
    node.sums.team_cycles = node.sums.team_operators = node.sums.team_dsp = 0;
  }
  if (node.decided < heavy_levels_) return;
  const Combinations::Cost& missed = combinations_.missed_beside(node.before->at);
  node.sums.beyond_cycles += missed.cycles;
  node.sums.beyond_lut = missed.used.lut - missed_lut_;
}

/// Cycles, at least, of all combinations below the node, whose sums may already include the unit of its next level.
double Branching::bound_of(const Node& node) const {
  const Sums& sums = node.sums;
  if (sums.dsp + sums.most_dsp > most_.dsp) return INFINITY;
  const double room = room_ - cap_ - sums.lut - sums.beyond_lut;
  const double cycles = sums.cycles + sums.beyond_cycles;
  if (node.shown && node.decided == levels_.size()) return room < 0 ? INFINITY : cycles + sums.team_cycles;
  const Level& level = levels_[node.shown ? node.decided - 1 : node.decided];
  const double left = room - (level.last_of_team ? 0 : level.rest_lut);
  if (left < 0) return INFINITY;
  const double later = rest_->of_rest(level.team + 1, left);
  if (level.last_of_team) return cycles + sums.team_cycles + later;
  const auto fits = [&](const Offer& offer) {
    return sums.team_operators + offer.operator_lut <= cap_ && sums.team_dsp + offer.operator_dsp <= most_.dsp;
  };
  const auto fastest = std::find_if(level.rest.begin(), level.rest.end(), fits);
  return fastest == level.rest.end() ? INFINITY : cycles + std::max(sums.team_cycles, fastest->cycles) + later;
}

/// LUTs by which the ports of the unit's arrays grow: each user pays its part of an array's ports, and only the users
/// that are decided count.
double Branching::ports_with(const Node& node, std::size_t point) {
  const Level& level = levels_[node.decided];
  const UnitCost& cost = combinations_.cost(level.unit, point);
  double lut = 0;
  for (std::size_t n = 0; n < cost.banks.size(); ++n) {
    const std::size_t array = combinations_.arrays_of(level.unit)[n];
    const auto all = static_cast<double>(combinations_.users_of(array).size());
    const auto users = static_cast<double>(level.users[n].size());
    const int banks = node.before->banks[array], wide = node.before->wide[array];
    const int merged = combinations_.merge(array, banks, cost.banks[n]);
    lut += combinations_.port_lut(array, merged, wide + cost.wide[n]) * (users + 1) / all;
    if (users > 0) lut -= combinations_.port_lut(array, banks, wide) * users / all;
  }
  return lut;
}

const Branching::Joined& Branching::join(const Node& node, std::size_t point) {
  const Level& level = levels_[node.decided];
  const std::vector<std::size_t>& arrays = combinations_.arrays_of(level.unit);
  const std::vector<int>& asked = combinations_.cost(level.unit, point).banks;
  joined_.banks = node.before->banks;
  joined_.units.assign(1, level.unit);
  for (std::size_t n = 0; n < asked.size(); ++n) {
    int& banks = joined_.banks[arrays[n]];
    const int before = std::exchange(banks, combinations_.merge(arrays[n], banks, asked[n]));
    if (banks == before) continue;
    for (const std::size_t v : level.users[n]) {
      if (std::find(joined_.units.begin(), joined_.units.end(), v) == joined_.units.end()) joined_.units.push_back(v);
    }
  }
  return joined_;
}

/// LUTs and DSP blocks by which modules grow when the unit of the node's next level joins.
estimate::Resources Branching::move(const Node& node, std::size_t point, const Joined& joined, Show show) {
  const std::size_t unit = levels_[node.decided].unit;
  estimate::Resources all;
  for (const std::size_t u : joined.units) {
    const std::size_t p = u == unit ? point : node.before->at[u];
    const auto own = [&](const std::vector<int>& banks) {
      return show == Show::estimate ? combinations_.learn_in(u, p, banks).used
                                    : combinations_.cost_in(u, p, banks).used;
    };
    all += own(joined.banks) - (u == unit ? combinations_.cost(u, p).own : own(node.before->banks));
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
    child.sums = node.sums;
    Sums& next = child.sums;
    next.team_cycles = std::max(next.team_cycles, offer.cycles);
    if (next.cycles + next.team_cycles >= slowest) continue;
    child.point = offer.points.front();
    next.team_operators += offer.operator_lut;
    next.team_dsp += offer.operator_dsp;
    const UnitCost& cost = combinations_.cost(level.unit, child.point);
    next.dsp += cost.own.dsp;
    next.most_dsp = std::max(next.most_dsp, next.team_dsp);
    if (next.team_operators > cap_ || next.dsp + next.most_dsp > most_.dsp) continue;
    next.lut += cost.own.lut + cost.further + ports_with(node, child.point);
    if (bound_of(child) >= slowest) continue;
    next.lut += move(node, child.point, join(node, child.point), Show::assume).lut;
    child.bound = bound_of(child);
    if (child.bound >= slowest) continue;
    child.rank = rank_of(child.bound - child.sums.beyond_cycles);
    if (best && Later{}(*best, child)) {
      open_.push(*std::exchange(best, child));
    } else if (best) {
      open_.push(child);
    } else {
      best = child;
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
