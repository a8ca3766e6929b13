#include "dse/explore/combine/combine.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>

#include "dse/explore/budget/effort.hpp"

namespace pom::dse::explore {

namespace {

/// Cycles that a LUT may cost in plans for many units, of all cycles for all LUTs.
constexpr double most_price = 100, least_price = 0.01, price_step = 0.6;
/// Caps on operators that differ by less make much the same plans.
constexpr double price_cap_step = 1.15;
constexpr int most_sweeps = 3, most_plans = 10;
/// Shares of the limits for which the Pareto front has a design.
constexpr std::array front_parts = {0.75, 0.5, 0.35, 0.25, 0.12};
constexpr double nearly_all = 0.8;
constexpr long most_polishing_steps = 300;

}  // namespace

Combiner::Combiner(SearchContext& search, const Kernel& whole, std::vector<Frontier> frontiers, const Limits& limits,
                   double incumbent, bool many)
    : limits_(limits),
      goal_(search.goal),
      watch_(&search.watch),
      incumbent_(incumbent),
      many_(many),
      combinations_(search, whole, std::move(frontiers), limits) {
  list_worthwhile();
}

/// Points that take no less of anything than another one that asks for the same banks are left out.
void Combiner::list_worthwhile() {
  for (std::size_t u = 0; u < frontiers().size(); ++u) {
    std::map<std::vector<int>, std::vector<std::size_t>> kept;
    std::vector<std::size_t> all;
    const auto key = [&](std::size_t p) {
      const UnitCost& c = combinations_.cost(u, p);
      return std::tuple(c.cycles, c.own.lut + c.operators.lut, p);
    };
    std::vector<std::size_t> order(frontiers()[u].points.size());
    for (std::size_t p = 0; p < order.size(); ++p) order[p] = p;
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
    for (const std::size_t p : order) {
      const UnitCost& one = combinations_.cost(u, p);
      std::vector<int> shared;
      for (std::size_t n = 0; n < one.banks.size(); ++n) {
        if (combinations_.users_of(combinations_.arrays_of(u)[n]).size() > 1) shared.push_back(one.banks[n]);
      }
      std::vector<std::size_t>& known = kept[shared];
      const bool beaten = std::any_of(known.begin(), known.end(), [&](std::size_t q) {
        const UnitCost& other = combinations_.cost(u, q);
        return other.interval <= one.interval && other.own.lut <= one.own.lut &&
               other.operators.lut <= one.operators.lut && other.operators.dsp <= one.operators.dsp &&
               other.own.dsp <= one.own.dsp;
      });
      if (beaten) continue;
      known.push_back(p);
      all.push_back(p);
    }
    worthwhile_.push_back(std::move(all));
  }
}

double Combiner::worth_looking() const { return (1 - same_cycles) * std::min(best_, incumbent_); }

const Combination& Combiner::look_at(const Points& at) {
  const Combination& here = combinations_.estimate(at);
  if (here.feasible && here.latency < best_) {
    best_ = here.latency;
    if (best_ < incumbent_) watch_->set_best(best_);
  }
  return here;
}

/// By unit. Each user of an array pays its part of the ports: no agreement takes less.
std::vector<std::vector<Offer>> Combiner::relaxed_offers(double longest_interval) {
  std::vector<std::vector<Offer>> offers(frontiers().size());
  for (std::size_t u = 0; u < offers.size(); ++u) {
    for (const std::size_t p : worthwhile_[u]) {
      const UnitCost& cost = combinations_.cost(u, p);
      if (cost.interval > longest_interval) continue;
      Offer offer{cost.cycles, cost.own.lut + cost.further, cost.operators.lut - cost.further, cost.operators.dsp, {p}};
      for (std::size_t n = 0; n < cost.banks.size(); ++n) {
        const std::size_t array = combinations_.arrays_of(u)[n];
        offer.lut += combinations_.port_lut(array, cost.banks[n], cost.wide[n]) /
                     static_cast<double>(combinations_.users_of(array).size());
      }
      offers[u].push_back(std::move(offer));
    }
  }
  return offers;
}

/// The unit's configurations where the others stay what they are: with what each changes of the ports, and of the
/// others' modules in more banks.
std::vector<Offer> Combiner::offers_beside(std::size_t u, const Points& others) {
  std::vector<Offer> offers;
  const std::vector<int> rest = combinations_.agree_on_banks(others, u);
  const std::vector<int> now = combinations_.agree_on_banks(others, others.size());
  const std::vector<std::size_t>& arrays = combinations_.arrays_of(u);
  for (const std::size_t p : worthwhile_[u]) {
    const UnitCost& cost = combinations_.cost(u, p);
    std::vector<int> agreed = rest;
    for (std::size_t n = 0; n < arrays.size(); ++n)
      agreed[arrays[n]] = combinations_.merge(arrays[n], rest[arrays[n]], cost.banks[n]);
    const Combinations::Cost in = combinations_.cost_in(u, p, agreed);
    Offer offer{in.cycles, in.used.lut + cost.further, cost.operators.lut, cost.operators.dsp, {p}};
    for (std::size_t n = 0; n < arrays.size(); ++n) {
      int wide = cost.wide[n];
      for (const std::size_t v : combinations_.users_of(arrays[n])) {
        if (v == u) continue;
        wide += combinations_.is_wide(v, others[v], arrays[n]);
        if (agreed[arrays[n]] == now[arrays[n]]) continue;
        offer.lut +=
            combinations_.cost_in(v, others[v], agreed).used.lut - combinations_.cost_in(v, others[v], now).used.lut;
      }
      offer.lut += combinations_.port_lut(arrays[n], agreed[arrays[n]], wide);
    }
    offers.push_back(offer);
  }
  return offers;
}

/// Each unit in turn takes the configuration at which cycles and LUTs cost least.
void Combiner::descend(Points& at, double cycles_per_lut, double cap) {
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    bool changed = false;
    for (std::size_t u = 0; u < at.size(); ++u) {
      double least = INFINITY;
      std::size_t chosen = at[u];
      for (const Offer& offer : offers_beside(u, at)) {
        const double cost = offer.cycles + cycles_per_lut * offer.lut;
        if (offer.operator_lut > cap ||
            offer.operator_dsp > limits_.room(combinations_.cost(u, offer.points.front()).interval).dsp ||
            cost >= least)
          continue;
        least = cost;
        chosen = offer.points.front();
      }
      changed = changed || chosen != at[u];
      at[u] = chosen;
    }
    if (!changed) return;
  }
}

/// What `descend` makes, in cycles by the model; nothing: it does not fit.
std::optional<double> Combiner::plan(Points& at, double cycles_per_lut, double cap) {
  descend(at, cycles_per_lut, cap);
  const Combinations::Modelled all = combinations_.model(at);
  return combinations_.fits(at, all, limits_.room(all.interval)) ? std::optional(all.cycles) : std::nullopt;
}

/// Plans for all prices of LUTs below all caps on operators; those that fit by the model are estimated, fastest first.
void Combiner::price() {
  std::vector<std::vector<Offer>> units = relaxed_offers(INFINITY);
  for (std::vector<Offer>& unit : units) unit = merge_team({unit}, limits_.room().dsp);
  const double all_cycles = combinations_.model(slowest()).cycles;
  std::vector<std::pair<double, Points>> plans;
  double last = INFINITY;
  for (const double cap : list_caps(units, limits_.room().lut)) {
    if (cap * price_cap_step > last || watch_->over()) continue;
    last = cap;
    Points at = slowest();
    for (double part = most_price; part > least_price && !watch_->over(); part *= price_step) {
      const std::optional<double> cycles = plan(at, part * all_cycles / limits_.room().lut, cap);
      if (!cycles) break;
      if (*cycles < worth_looking()) plans.emplace_back(*cycles, at);
    }
  }
  std::sort(plans.begin(), plans.end());
  plans.erase(std::unique(plans.begin(), plans.end()), plans.end());
  int left = most_plans;
  for (const auto& [cycles, at] : plans) {
    if (cycles >= worth_looking() || watch_->over() || left-- == 0) return;
    look_at(at);
  }
}

/// Single steps of the best design that make it faster by the model.
void Combiner::improve() {
  const Combination* best = best_seen();
  if (!best) return;
  Points at = best->at;
  for (std::size_t u = 0; u < at.size() && !watch_->over(); ++u) {
    const double slowest = (1 - same_cycles) * combinations_.model(at).cycles;
    std::vector<std::pair<double, std::size_t>> faster;
    for (const Offer& offer : offers_beside(u, at)) {
      if (offer.cycles < combinations_.cost(u, at[u]).cycles && offer.operator_dsp <= limits_.room().dsp)
        faster.emplace_back(offer.cycles, offer.points.front());
    }
    std::sort(faster.begin(), faster.end());
    for (const auto& [cycles, p] : faster) {
      Points other = at;
      other[u] = p;
      const Combinations::Modelled all = combinations_.model(other);
      if (all.cycles >= slowest || !combinations_.fits(other, all, limits_.room(all.interval)) ||
          !look_at(other).feasible)
        continue;
      at = other;
      break;
    }
  }
}

void Combiner::branch(Branching::Look look) {
  const auto estimate = [this](const Points& at) {
    look_at(at);
    return !watch_->over();
  };
  // Once the time is over, nothing is fast enough any more.
  const auto slowest = [this] { return watch_->over() ? 0 : worth_looking(); };
  for (const Limits::Kind& kind : limits_.kinds())
    Branching(combinations_, kind.room, slowest, estimate, relaxed_offers(kind.longest_interval)).run(look);
}

/// A design for each of some parts of the device: for the Pareto front, and for goals that hardware counts for.
void Combiner::branch_with_less() {
  for (const double part : front_parts) {
    if (watch_->over()) return;
    bool found = false;
    const auto slowest = [&] { return found || watch_->over() ? 0 : INFINITY; };
    const auto estimate = [&](const Points& at) {
      found = look_at(at).feasible;
      return !found && !watch_->over();
    };
    const Limits limits = limits_.share(part);
    for (const Limits::Kind& kind : limits.kinds()) {
      Branching branching(combinations_, kind.room, slowest, estimate, relaxed_offers(kind.longest_interval));
      branching.run(Branching::Look::brief);
      branching.run(Branching::Look::thorough);
    }
  }
}

const Combination* Combiner::best_seen() const {
  const auto best = std::min_element(seen().begin(), seen().end(),
                                     [&](const Combination& a, const Combination& b) { return goal_.prefers(a, b); });
  return best == seen().end() ? nullptr : &*best;
}

bool Combiner::is_short_of_dsp() const {
  const Combination* best = best_seen();
  return !best || best->resources.dsp > nearly_all * limits_.room().dsp;
}

/// Single steps that the goal prefers: towards less hardware, mostly.
void Combiner::polish() {
  if (seen().empty()) return;
  Combination best = *best_seen();
  long left = most_polishing_steps;
  for (bool better = true; better && left > 0;) {
    better = false;
    for (std::size_t u = 0; u < frontiers().size(); ++u) {
      for (std::size_t p = 0; p < frontiers()[u].points.size(); ++p) {
        if (p == best.at[u]) continue;
        if (watch_->over() || left-- <= 0) return;
        Points at = best.at;
        at[u] = p;
        const Combination& other = look_at(at);
        if (!goal_.prefers(other, best)) continue;
        best = other;
        better = true;
      }
    }
  }
}

/// The time ended before anything but the slowest points was looked at: the fastest plan that fits, LUTs cheap at
/// first.
void Combiner::hurry() {
  constexpr double cheaper = 8;
  constexpr int most_looks = 4;
  const double all_cycles = combinations_.model(slowest()).cycles;
  int left = most_looks;
  for (double part = least_price; part <= most_price && left > 0; part *= cheaper) {
    Points at = slowest();
    if (!plan(at, part * all_cycles / limits_.room().lut, INFINITY)) continue;
    if (look_at(at).feasible) return;
    --left;
  }
}

void Combiner::begin() {
  look_at(slowest());
  if (many_) {
    for (double before = INFINITY; best_ < before || std::isinf(before);) {
      before = best_;
      price();
      improve();
      if (std::isinf(best_)) break;
    }
  }
  branch(Branching::Look::brief);
}

void Combiner::finish(double incumbent) {
  incumbent_ = std::min(incumbent_, incumbent);
  if (!many_) branch(Branching::Look::thorough);
  if (!many_ && best_ <= incumbent_) branch_with_less();
  if (!goal_.is_latency()) polish();
  if (watch_->over() && seen().size() <= 1) hurry();
}

}  // namespace pom::dse::explore
