#include <algorithm>
#include <cmath>
#include <numeric>

#include "dse/explore/combine.hpp"
#include "dse/explore/knapsack.hpp"

/// Steps of several units at a time from a combination that was estimated: what some take others give back. Plans see
/// that too, but misjudge single steps by hundreds of LUTs; here every step is estimated first.
namespace pom::dse {

namespace {

constexpr int most_rounds = 8;
/// So many units in all estimates: an estimate takes as long as the function has units.
constexpr long most_estimated_units = 9000;
/// Functions of few units were searched closely before.
constexpr long most_for_few = 120;
/// Steps that are looked at take at most so much of the device's LUTs, and of the cycles.
constexpr double widest = 0.06, slowest = 0.12;
/// LUTs are told apart so far.
constexpr double grain = 4;
/// Of the device's LUTs: so far a plan may be off.
constexpr double misjudged = 0.01;
/// So many faster combinations that take up to so much too much are mended, if they gain something.
constexpr std::size_t most_misses = 2;
constexpr double near_miss = 1.04, worth_mending = 0.99;

/// A unit's points, with what they change; the first one is what it has.
struct UnitSteps {
  std::vector<Option> options;  ///< cycles and LUTs
  std::vector<std::size_t> points;

  void add(std::size_t point, const Option& option) {
    points.push_back(point);
    options.push_back(option);
  }

  /// Behind the point that the unit has.
  void put_first(std::size_t point) {
    if (const auto at = std::find(points.begin(), points.end(), point); at != points.end()) {
      options.erase(options.begin() + (at - points.begin()));
      points.erase(at);
    }
    points.insert(points.begin() + 1, point);
    options.insert(options.begin() + 1, Option{});
  }
};

/// Without points than which another one is no worse in both, by so many LUTs.
UnitSteps drop_dominated(const UnitSteps& all, double clearly) {
  UnitSteps kept;
  for (std::size_t n = 0; n < all.options.size(); ++n) {
    const Option& one = all.options[n];
    bool dominated = false;
    for (std::size_t m = 0; n > 0 && m < all.options.size() && !dominated; ++m) {
      const Option& other = all.options[m];
      const bool equal = other.value == one.value && other.weight == one.weight;
      dominated = other.value <= one.value && other.weight + clearly <= one.weight && (!equal || m < n);
    }
    if (!dominated) kept.add(all.points[n], one);
  }
  return kept;
}

}  // namespace

/// The steps around one combination, by unit.
class Combiner::Neighbours {
 public:
  Neighbours(Combiner& combiner, const Combination& from, long& estimates)
      : combiner_(combiner),
        from_(from),
        cycles_(combiner.planner_.latency(from.at)),
        lut_(combiner.planner_.lut(from.at)) {
    for (std::size_t u = 0; u < from.at.size(); ++u) {
      options_.push_back({{0, 0}});
      points_.push_back({from.at[u]});
    }
    std::vector<std::size_t> order = slowest_first();
    for (std::size_t n = 0; n < order.size() && estimates > 0; ++n) {
      const std::size_t u = order[n];
      // Plans misjudge what banks take: where every LUT counts, more is estimated.
      UnitSteps planned = drop_dominated(plan_steps(u), from.feasible ? 0 : misjudged * combiner.limits_.lut);
      if (const auto twin = combiner.only_plans_ ? std::nullopt : combiner.find_twin(u, from.at[u]))
        planned.put_first(*twin);
      // Of few units each has its part of the looks, and what those before left.
      long own = combiner.only_plans_ ? estimates : estimates / static_cast<long>(order.size() - n);
      estimates -= own;
      const UnitSteps steps = estimate_steps(planned, u, own);
      estimates += own;
      options_[u] = steps.options;
      points_[u] = steps.points;
    }
  }

  struct Chosen {
    std::vector<std::size_t> at;
    double cycles = 0, lut = 0;  ///< what they change, each alone
  };
  /// The steps whose cycles add up to least while their LUTs hold `room`.
  Chosen choose(double room) const {
    const std::vector<std::size_t> options = choose_options(options_, room, grain);
    Chosen chosen;
    for (std::size_t u = 0; u < options.size(); ++u) {
      chosen.at.push_back(points_[u][options[u]]);
      chosen.cycles += options_[u][options[u]].value;
      chosen.lut += options_[u][options[u]].weight;
    }
    return chosen;
  }

 private:
  std::vector<std::size_t> slowest_first() const {
    std::vector<std::size_t> order(from_.at.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto cycles = [&](std::size_t u) { return combiner_.ladders_[u].points[from_.at[u]].latency; };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return cycles(a) > cycles(b); });
    return order;
  }

  UnitSteps plan_steps(std::size_t u) const {
    const Planner& planner = combiner_.planner_;
    UnitSteps steps;
    steps.add(from_.at[u], {0, 0});
    std::vector<std::size_t> at = from_.at;
    for (at[u] = 0; at[u] < combiner_.ladders_[u].points.size(); ++at[u]) {
      const Option option{planner.latency(at) - cycles_, planner.lut(at) - lut_};
      const bool near = option.value <= slowest * cycles_ && option.weight <= widest * combiner_.limits_.lut;
      if (at[u] != from_.at[u] && near && planner.dsp(at) <= combiner_.limits_.dsp) steps.add(at[u], option);
    }
    return steps;
  }

  /// As far as `estimates` last.
  UnitSteps estimate_steps(const UnitSteps& planned, std::size_t u, long& estimates) {
    UnitSteps steps;
    steps.add(from_.at[u], {0, 0});
    std::vector<std::size_t> at = from_.at;
    for (const std::size_t point : planned.points) {
      if (point == from_.at[u]) continue;
      if (estimates <= 0 || combiner_.watch_->over()) break;
      --estimates;
      at[u] = point;
      const Combination here = combiner_.evaluate(at);
      if (!std::isfinite(here.latency) || !combiner_.holds_all_but_lut(here)) continue;
      steps.add(point, {here.latency - from_.latency, here.resources.lut - from_.resources.lut});
    }
    return steps;
  }

  Combiner& combiner_;
  const Combination& from_;
  double cycles_, lut_;  ///< as planned
  std::vector<std::vector<Option>> options_;
  std::vector<std::vector<std::size_t>> points_;
};

/// What several steps take together beyond what each takes alone narrows the room for the next ones. False: nothing is
/// better.
bool Combiner::step_together(const Combination& from, Combination& best, long& estimates) {
  long looks = estimates - estimates / 3;  // some are left to put them together
  estimates -= looks;
  const Neighbours neighbours(*this, from, looks);
  estimates += looks;
  for (double room = limits_.lut - from.resources.lut; estimates > 0 && !watch_->over(); --estimates) {
    const auto [at, cycles, lut] = neighbours.choose(room);
    if (at.empty() || from.latency + cycles >= best.latency) return false;
    const Combination here = evaluate(at);
    if (here.feasible && here.latency < best.latency) {
      best = here;
      return true;
    }
    room = std::min(room, lut) - std::max(here.resources.lut - limits_.lut, grain);
  }
  return false;
}

void Combiner::step_together(Combination& best) {
  const auto units = static_cast<long>(std::max<std::size_t>(ladders_.size(), 1));
  long estimates = only_plans_ ? most_estimated_units / units : most_for_few;
  for (int round = 0; round < most_rounds && best.feasible; ++round) {
    const Combination from = best;
    if (!step_together(from, best, estimates)) return;
  }
}

/// The same point with its outer loops apart, or as one where they are apart; nothing where few loops run as one. A new
/// one stands last, is planned like the other, and has that one's cycles and resources.
std::optional<std::size_t> Combiner::find_twin(std::size_t u, std::size_t point) {
  std::vector<UnitPoint>& points = ladders_[u].points;
  UnitPoint twin = points[point];
  twin.choice.outer_apart = !twin.choice.outer_apart;
  if (twin.choice.outer_apart && !loop_apart(ladders_[u].unit, twin.choice)) return {};
  const auto same =
      std::find_if(points.begin(), points.end(), [&](const UnitPoint& p) { return p.choice == twin.choice; });
  const auto place = static_cast<std::size_t>(same - points.begin());
  if (same != points.end()) return place;
  points.push_back(std::move(twin));
  planner_.repeat(u, point);
  return place;
}

/// Passes no limit, but perhaps that on LUTs.
bool Combiner::holds_all_but_lut(const Combination& one) const {
  Resources others = one.resources;
  others.lut = 0;
  return limits_.hold(others);
}

bool Combiner::is_worth_mending(const Combination& miss, const Combination& best) const {
  return miss.latency < worth_mending * std::min(best.latency, incumbent_);
}

/// Combinations that are faster than the best one and pass no limit but that on LUTs, those that pass it by least
/// first.
std::vector<Combination> Combiner::near_misses(const Combination& best) const {
  std::vector<Combination> misses;
  for (const auto& [at, one] : known_) {
    const bool near = !one.feasible && holds_all_but_lut(one) && one.resources.lut <= near_miss * limits_.lut;
    if (near && is_worth_mending(one, best)) misses.push_back(one);
  }
  std::stable_sort(misses.begin(), misses.end(),
                   [](const Combination& a, const Combination& b) { return a.resources.lut < b.resources.lut; });
  if (misses.size() > most_misses) misses.resize(most_misses);
  return misses;
}

/// Steps that give LUTs back make some faster combination fit.
void Combiner::mend_near_misses(Combination& best) {
  if (!best.feasible) return;
  for (const Combination& miss : near_misses(best)) {
    long estimates = most_for_few;
    if (is_worth_mending(miss, best) && step_together(miss, best, estimates)) step_together(best);
  }
}

}  // namespace pom::dse
