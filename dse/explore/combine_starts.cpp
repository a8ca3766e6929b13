#include <algorithm>
#include <cmath>
#include <set>

#include "dse/explore/combine.hpp"

/// Combinations to start from: what single steps do not come to.
namespace pom::dse {

namespace {

constexpr int most_plans_for_many = 16;
constexpr std::size_t most_plans = 40;
constexpr double plan_margin = 0.99;
/// Plans are not told apart any closer, in LUTs of the device.
constexpr double plan_precision = 0.01;
constexpr int most_halves = 6;
/// What is only for the Pareto front takes so much of the LUTs of the point before, at most.
constexpr double clearly_less = 0.97;
/// Copies of a matched unit, of those asked for.
constexpr double fewest_matched = 0.8;

}  // namespace

/// The largest equal share of the device for all units that fits.
Combination Combiner::equal_shares() {
  Combination found;
  for (std::size_t level = ladders_.empty() ? 0 : ladders_.front().levels.size();
       level-- > 0 && !found.feasible && !watch_->over();) {
    std::vector<std::size_t> at;
    for (const UnitLadder& ladder : ladders_) at.push_back(ladder.levels[level]);
    found = evaluate(at);
  }
  return found;
}

/// Units of one shape cut alike share banks as well as operators: the best such combination, the other units at their
/// lowest.
Combination Combiner::aligned() {
  Combination best;
  std::vector<std::vector<std::int64_t>> tried;
  for (std::size_t m : find_models(ladders_)) {
    const UnitLadder& model = ladders_[m];
    const double slowest = model.points[model.levels.front()].latency;
    if (slowest < heavy_share * sum_of_cycles(lowest())) continue;
    // Fastest first; slower ones, which are for the Pareto front, if they take clearly less than all faster ones.
    double least_lut = INFINITY;
    const double saving = goal_.is_latency() ? clearly_less : 1;
    for (std::size_t p = model.points.size(); p-- > 0;) {
      const UnitPoint& point = model.points[p];
      const bool takes_less = point.resources.lut < saving * least_lut;
      if (takes_less) least_lut = point.resources.lut;
      if (std::find(tried.begin(), tried.end(), point.choice.factors) != tried.end()) continue;
      tried.push_back(point.choice.factors);
      std::vector<std::size_t> at;
      for (const UnitLadder& ladder : ladders_) {
        const UnitChoice aligned = align_choice(point.choice, ladder.unit);
        const auto same = std::find_if(ladder.points.begin(), ladder.points.end(),
                                       [&](const UnitPoint& p) { return p.choice.factors == aligned.factors; });
        at.push_back(same == ladder.points.end() ? ladder.levels.front()
                                                 : static_cast<std::size_t>(same - ladder.points.begin()));
      }
      const double far = far_behind * incumbent_;
      const bool faster_only = best.feasible && !takes_less;
      const Combination here = evaluate_if_promising(at, faster_only ? std::min(best.latency, far) : far);
      if (here.feasible && (!best.feasible || here.latency < best.latency)) best = here;
    }
  }
  return best;
}

/// The others' cheapest points that fit the banks of one unit's, with as many copies or half as many; units that take
/// hardly any time at their lowest.
Combination Combiner::matched() {
  std::vector<std::pair<double, std::vector<std::size_t>>> starts;
  std::vector<IndexLoops> loops;
  for (std::size_t u = 0; u < ladders_.size(); ++u)
    loops.push_back(find_index_loops(whole_.functions[holders_[u]], ladders_[u].unit));
  const std::vector<std::size_t> low = lowest();
  const double all = sum_of_cycles(low);
  const auto is_light = [&](std::size_t u) { return ladders_[u].points[low[u]].latency < heavy_share * all; };
  for (std::size_t m = 0; m < ladders_.size(); ++m) {
    if (is_light(m)) continue;
    for (const UnitPoint& model : choose_models(ladders_[m])) {
      for (const std::int64_t copies : {model.choice.copies(), model.choice.copies() / 2}) {
        std::vector<std::size_t> at = low;
        for (std::size_t v = 0; v < ladders_.size(); ++v) {
          if (v == m || !is_light(v))
            at[v] = v == m ? place_of(v, model.choice) : find_match(v, model, loops[v], copies);
        }
        if (planner_.lut(at) + beside_plan_ <= limits_.lut) starts.emplace_back(planner_.latency(at), std::move(at));
      }
    }
  }
  return first_that_fits(std::move(starts));
}

/// Fastest first.
Combination Combiner::first_that_fits(std::vector<std::pair<double, std::vector<std::size_t>>> starts) {
  std::sort(starts.begin(), starts.end());
  starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
  for (const auto& [latency, at] : starts) {
    if (watch_->over() || latency > far_behind * incumbent_) break;
    Combination here = evaluate(at);
    if (here.feasible) return here;
  }
  return {};
}

std::size_t Combiner::place_of(std::size_t u, const UnitChoice& choice) const {
  const std::vector<UnitPoint>& points = ladders_[u].points;
  const auto at = std::find_if(points.begin(), points.end(), [&](const UnitPoint& p) { return p.choice == choice; });
  return at == points.end() ? ladders_[u].levels.front() : static_cast<std::size_t>(at - points.begin());
}

/// Of the points that fit the model's banks and have nearly so many copies, the one of the fewest LUTs.
std::size_t Combiner::find_match(std::size_t u, const UnitPoint& model, const IndexLoops& loops,
                                 std::int64_t copies) const {
  std::size_t best = ladders_[u].levels.front();
  double least = INFINITY;
  for (const UnitChoice& choice : match_banks(model, ladders_[u].unit, loops)) {
    const std::size_t at = place_of(u, choice);
    const UnitPoint& point = ladders_[u].points[at];
    const double part = static_cast<double>(point.choice.copies()) / static_cast<double>(copies);
    if (part > 1 || part < fewest_matched || point.resources.lut >= least) continue;
    least = point.resources.lut;
    best = at;
  }
  return best;
}

/// The best of the fastest plans: a plan may misjudge what it takes, so more than would fit are looked at.
Combination Combiner::planned() {
  Combination best;
  Limits more = limits_;
  more.lut = plan_surplus * limits_.lut - beside_plan_;
  std::size_t tried = 0;
  const double slowest = std::min(best_latency_, far_behind * incumbent_);
  for (const auto& [latency, lut, at] : planner_.finish(planner_.draft(more, slowest), more)) {
    if (tried == most_plans || watch_->over()) break;
    if (!is_promising(at, std::min(best_latency_, slowest))) continue;
    ++tried;
    const Combination here = evaluate(at);
    if (here.feasible && (!best.feasible || here.latency < best.latency)) best = here;
  }
  return best;
}

/// The fastest plan for the LUTs and DSP blocks that are left when what it misjudges is taken away; estimates show how
/// much that is.
Combination Combiner::planned_for_many() {
  Combination best;
  Limits left = limits_;
  double fits = 0, too_much = limits_.lut;  // LUTs for plans that did
  std::vector<Planner::Plan> drafts = planner_.draft(limits_);
  std::set<std::vector<std::size_t>> tried;
  /// True: the plan is new.
  const auto try_plan = [&](const std::vector<std::size_t>& at) {
    const Combination here = evaluate(at);
    if (here.feasible && (!best.feasible || here.latency < best.latency)) best = here;
    if (here.feasible) {
      fits = std::max(fits, left.lut);
    } else {
      too_much = std::min(too_much, left.lut);
    }
    return tried.insert(at).second;
  };
  for (int round = 0; round < most_plans_for_many && !watch_->over(); ++round) {
    const std::vector<std::size_t> at = planner_.finish(drafts, left).front().at;
    if (!try_plan(at)) {
      left.lut *= plan_margin;
      continue;
    }
    const Combination here = evaluate(at);
    // What takes far more than planned, because banks do not suit each other, says little about smaller plans.
    const double less = here.feasible ? 0 : left.lut * limits_.lut / std::max(here.resources.lut, limits_.lut);
    left.lut = std::max(limits_.lut - (here.resources.lut - planner_.lut(at)), less);
    // Addresses multiply too.
    if (here.resources.dsp <= limits_.dsp) continue;
    left.dsp = std::min(left.dsp, limits_.dsp - (here.resources.dsp - planner_.dsp(at)));
    drafts = planner_.draft(left);
  }
  // Between what fitted and what did not.
  for (int round = 0; round < most_halves && too_much - fits > plan_precision * limits_.lut && !watch_->over();
       ++round) {
    left.lut = (fits + too_much) / 2;
    try_plan(planner_.finish(drafts, left).front().at);
  }
  return best;
}

std::vector<std::size_t> Combiner::lowest() const {
  std::vector<std::size_t> at;
  for (const UnitLadder& ladder : ladders_) at.push_back(ladder.levels.front());
  return at;
}

}  // namespace pom::dse
