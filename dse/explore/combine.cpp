#include "dse/explore/combine.hpp"

#include <algorithm>
#include <cmath>

#include "dse/explore/planner.hpp"
#include "dse/explore/shared_nests.hpp"

namespace pom::dse {

namespace {

/// How far a sum of cycles may mislead.
constexpr double least_overlap_known = 0.97;

constexpr std::size_t most_trades = 6, most_steps_back = 6;
constexpr long most_polishing_steps = 300, most_steps_up = 60;
/// A unit may go back if all of them together become no slower than this.
constexpr double unnoticed = 1.0002;
constexpr int most_rounds = 4;
constexpr double nearly_all = 0.8;
/// One copy of everything takes so much more than there is: nothing fits.
constexpr double hopeless = 1.1;

std::string describe(const UnitPoint& point) {
  std::string text;
  for (std::int64_t factor : point.choice.factors) text += (text.empty() ? "[" : ", ") + std::to_string(factor);
  return text + (point.choice.fabric_adders ? "], sums in LUTs" : "]");
}

}  // namespace

Combiner::Combiner(const Kernel& whole, std::vector<UnitLadder> ladders, const Target& target, const Limits& limits,
                   const Goal& goal, SearchWatch& watch, NestMemo& memo, double incumbent)
    : whole_(whole),
      ladders_(std::move(ladders)),
      target_(target),
      limits_(limits),
      goal_(goal),
      watch_(&watch),
      planner_(whole_, ladders_, target_),
      tied_(find_tied_arrays(whole_)),
      only_plans_(ladders_.size() > few_units),
      incumbent_(incumbent),
      memo_(&memo) {
  for (const UnitLadder& ladder : ladders_) holders_.push_back(find_holder(whole_, ladder.unit.loops.back().label));
}

Combination Combiner::evaluate(const std::vector<std::size_t>& at) {
  const auto [known, fresh] = known_.try_emplace(at);
  if (fresh) known->second = estimate_combination(at);
  return known->second;
}

Combination Combiner::estimate_combination(const std::vector<std::size_t>& at) {
  Combination combination;
  combination.at = at;
  Kernel kernel = whole_;
  for (std::size_t u = 0; u < ladders_.size(); ++u) {
    const UnitPoint& point = ladders_[u].points[at[u]];
    cut_unit(kernel.functions[holders_[u]], ladders_[u].unit, point.choice);
    merge_banks(combination.banks, point.banks);
  }
  tie_banks(kernel, tied_, combination.banks);
  for (Function& function : kernel.functions) set_banks(function, combination.banks);
  const auto answer = estimate(kernel, target_, {.memo = memo_});
  watch_->count();
  const Qor* qor = std::get_if<Qor>(&answer);
  combination.latency = qor ? qor->latency_average : INFINITY;
  if (qor) combination.resources = qor->resources;
  combination.feasible = qor && limits_.hold(qor->resources);
  if (combination.feasible) {
    seen_.push_back(combination);
    best_latency_ = std::min(best_latency_, combination.latency);
    if (best_latency_ < incumbent_) watch_->set_best(best_latency_);
  }
  if (const double sum = sum_of_cycles(at); qor && sum > 0) overlap_ = std::min(overlap_, combination.latency / sum);
  return combination;
}

double Combiner::sum_of_cycles(const std::vector<std::size_t>& at) const {
  double sum = 0;
  for (std::size_t u = 0; u < ladders_.size(); ++u) sum += ladders_[u].points[at[u]].latency;
  return sum;
}

bool Combiner::is_promising(const std::vector<std::size_t>& at, double incumbent) const {
  if (least_overlap_known * overlap_ * sum_of_cycles(at) >= incumbent) return false;
  return planner_.dsp(at) <= limits_.dsp && planner_.lut(at) + beside_plan_ <= plan_surplus * limits_.lut;
}

Combination Combiner::evaluate_if_promising(const std::vector<std::size_t>& at, double incumbent) {
  return !watch_->over() && is_promising(at, incumbent) ? evaluate(at) : Combination{};
}

std::size_t Combiner::find_bottleneck(const Combination& now, const std::vector<bool>& done) const {
  std::size_t worst = ladders_.size();
  double most = 0;
  for (std::size_t u = 0; u < ladders_.size(); ++u) {
    if (done[u]) continue;
    // What its fastest point would save, of what its nest takes.
    const double gain = ladders_[u].points[now.at[u]].latency - ladders_[u].points[ladders_[u].levels.back()].latency;
    if (gain > most) {
      most = gain;
      worst = u;
    }
  }
  return worst;
}

void Combiner::grow(Combination& now, std::vector<std::string>& trail) {
  std::vector<bool> done(ladders_.size());
  for (std::size_t u = find_bottleneck(now, done); u < ladders_.size() && !watch_->over();
       u = find_bottleneck(now, done)) {
    const Combination next = climb(now, u);
    if (!next.feasible) {
      done[u] = true;
      continue;
    }
    now = next;
    trail.push_back("unit " + ladders_[u].unit.loops.back().label +
                    " is the bottleneck: " + describe(ladders_[u].points[now.at[u]]));
  }
}

/// The next level of the unit that helps and fits; not feasible: there is none.
Combination Combiner::climb(const Combination& now, std::size_t u) {
  const UnitLadder& ladder = ladders_[u];
  for (const std::size_t level : ladder.levels) {
    if (watch_->over()) break;
    if (ladder.points[level].latency >= ladder.points[now.at[u]].latency) continue;
    std::vector<std::size_t> at = now.at;
    at[u] = level;
    const Combination next = evaluate(at);
    if (!next.feasible) break;
    // No gain yet where another unit runs at the same time: then that one is the next bottleneck.
    if (next.latency <= now.latency) return next;
  }
  return {};
}

/// Units that are faster than the others let them be go back as far as that costs nothing.
void Combiner::trim(Combination& now) {
  for (std::size_t u = 0; u < ladders_.size(); ++u) {
    for (const std::size_t level : ladders_[u].levels) {
      if (ladders_[u].points[level].latency <= ladders_[u].points[now.at[u]].latency) break;
      std::vector<std::size_t> at = now.at;
      at[u] = level;
      const double slowest = now.latency * unnoticed;
      const Combination other = evaluate_if_promising(at, slowest);
      if (!other.feasible || other.latency > slowest) continue;
      now = other;
      break;
    }
  }
}

/// One level down for the unit among the others that loses least by it; false: all are at their lowest.
bool Combiner::step_back(std::vector<std::size_t>& at, std::size_t except) const {
  std::size_t best = ladders_.size(), best_point = 0;
  double least = INFINITY;
  for (std::size_t v = 0; v < ladders_.size(); ++v) {
    if (v == except) continue;
    const std::vector<UnitPoint>& points = ladders_[v].points;
    for (std::size_t n = ladders_[v].levels.size(); n-- > 0;) {
      const std::size_t level = ladders_[v].levels[n];
      const double loss = points[level].latency - points[at[v]].latency;
      if (loss <= 0) continue;
      if (loss < least) {
        least = loss;
        best = v;
        best_point = level;
      }
      break;
    }
  }
  if (best == ladders_.size()) return false;
  at[best] = best_point;
  return true;
}

/// A faster point for one unit, paid for by the others: where the sum of the resources is what limits.
bool Combiner::trade(Combination& now) {
  for (std::size_t u = 0; u < ladders_.size(); ++u) {
    if (!is_heavy(now, u)) continue;
    const std::vector<UnitPoint>& points = ladders_[u].points;
    std::size_t tried = 0;
    for (std::size_t p = 0; p < points.size() && tried < most_trades; ++p) {
      if (points[p].latency >= points[now.at[u]].latency) continue;
      ++tried;
      std::vector<std::size_t> at = now.at;
      at[u] = p;
      Combination other = evaluate_if_promising(at, now.latency);
      for (std::size_t steps = 0; !other.feasible && steps < most_steps_back && step_back(at, u); ++steps)
        other = evaluate_if_promising(at, now.latency);
      if (!other.feasible || other.latency >= now.latency) continue;
      now = other;
      return true;
    }
  }
  return false;
}

void Combiner::improve(Combination& now, std::vector<std::string>& trail) {
  trim(now);
  grow(now, trail);
  refine(now);
  const int rounds = only_plans_ ? 0 : most_rounds;
  for (int round = 0; round < rounds && trade(now); ++round) refine(now);
}

bool Combiner::is_heavy(const Combination& now, std::size_t u) const {
  return ladders_[u].points[now.at[u]].latency > heavy_share * now.latency;
}

/// The unit at another point, alone; and with all units that do the same now: where they run at once, one alone gains
/// nothing.
std::vector<std::vector<std::size_t>> Combiner::moves(const Combination& now, std::size_t u, std::size_t p) const {
  std::vector<std::size_t> alone = now.at, together = now.at;
  alone[u] = together[u] = p;
  const UnitPoint &from = ladders_[u].points[now.at[u]], &to = ladders_[u].points[p];
  for (std::size_t v = 0; v < ladders_.size(); ++v) {
    const std::vector<UnitPoint>& points = ladders_[v].points;
    if (v == u || points[now.at[v]].choice.copies() != from.choice.copies()) continue;
    const auto same = std::find_if(points.begin(), points.end(),
                                   [&](const UnitPoint& point) { return point.choice.factors == to.choice.factors; });
    if (same != points.end()) together[v] = static_cast<std::size_t>(same - points.begin());
  }
  if (together == alone) return {alone};
  return {alone, together};
}

/// Single steps that the greedy path did not see.
void Combiner::refine(Combination& best) {
  for (bool better = true; better;) {
    better = false;
    for (std::size_t u = 0; u < ladders_.size() && !better; ++u) {
      if (!is_heavy(best, u)) continue;
      const double now = ladders_[u].points[best.at[u]].latency;
      for (std::size_t p = ladders_[u].points.size(); p-- > 0 && !better;) {
        if (p == best.at[u]) continue;
        if (ladders_[u].points[p].latency > 1.02 * now) break;
        for (const auto& at : moves(best, u, p)) {
          const Combination other = evaluate_if_promising(at, best.latency);
          if (!other.feasible || other.latency >= best.latency) continue;
          best = other;
          better = true;
          break;
        }
      }
    }
  }
}

std::vector<Combination> Combiner::best_seen(std::size_t most) const {
  std::vector<Combination> best = seen_;
  std::stable_sort(best.begin(), best.end(),
                   [&](const Combination& a, const Combination& b) { return goal_.prefers(a, b); });
  if (best.size() > most) best.resize(most);
  return best;
}

bool Combiner::is_short_of_dsp() const {
  const std::vector<Combination> best = best_seen(1);
  return best.empty() || best.front().resources.dsp > nearly_all * limits_.dsp;
}

/// Units that take much time at faster points, the others as they are or, where they take hardly any, at their lowest:
/// plans misjudge what the banks of all of them take.
void Combiner::step_up(Combination& best) {
  long left = most_steps_up;
  for (std::size_t u = 0; u < ladders_.size(); ++u) {
    if (!is_heavy(best, u)) continue;
    const std::vector<UnitPoint>& points = ladders_[u].points;
    for (std::size_t p = points.size(); p-- > 0 && points[p].latency < points[best.at[u]].latency;) {
      if (watch_->over() || left <= 0) return;
      std::vector<std::size_t> as_planned = best.at, low = best.at;
      as_planned[u] = low[u] = p;
      for (std::size_t v = 0; v < ladders_.size(); ++v) {
        if (v != u && !is_heavy(best, v)) low[v] = ladders_[v].levels.front();
      }
      for (const auto& at : {as_planned, low}) {
        if (planner_.latency(at) >= best.latency || planner_.dsp(at) > limits_.dsp) continue;
        // What plans misjudge is much the same for both.
        const double lut = best.resources.lut + planner_.lut(at) - planner_.lut(best.at);
        if (lut > plan_surplus * limits_.lut || --left < 0) continue;
        const Combination here = evaluate(at);
        if (here.feasible && here.latency < best.latency) best = here;
      }
    }
  }
}

/// Single steps that the goal prefers: towards less hardware, mostly.
void Combiner::polish(Combination& best) {
  long left = most_polishing_steps;
  for (bool better = true; better && left > 0;) {
    better = false;
    for (std::size_t u = 0; u < ladders_.size(); ++u) {
      for (std::size_t p = 0; p < ladders_[u].points.size(); ++p) {
        if (p == best.at[u]) continue;
        if (watch_->over() || left-- <= 0) return;
        std::vector<std::size_t> at = best.at;
        at[u] = p;
        const Combination other = evaluate(at);
        if (!goal_.prefers(other, best)) continue;
        best = other;
        better = true;
      }
    }
  }
}

Combination Combiner::run(std::vector<std::string>& trail) {
  Combination best = run_for_latency(trail);
  if (goal_.is_latency() || seen_.empty()) return best;
  best = best_seen(1).front();
  polish(best);
  trail.push_back("of all that was estimated, and single steps from there: " + goal_.to_text());
  return best;
}

Combination Combiner::run_for_latency(std::vector<std::string>& trail) {
  if (only_plans_) {
    trail.push_back("all units are planned together: cycles and LUTs add up, operators serve all of them");
    const Combination low = evaluate(lowest());
    if (low.resources.lut > hopeless * limits_.lut) return low;
    Combination best = planned_for_many();
    if (!best.feasible) best = low;
    step_up(best);
    step_together(best);
    return best;
  }
  Combination best = evaluate(lowest());
  beside_plan_ = best.resources.lut - planner_.lut(best.at);
  if (ladders_.size() > 1) try_starts(best, trail);
  if (best.at == lowest() && best.feasible) {
    grow(best, trail);
    improve(best, trail);
  }
  if (goal_.is_latency() && ladders_.size() > 1) {
    step_together(best);
    mend_near_misses(best);
  }
  return best;
}

/// The best of what several starts lead to; those that are far behind lead to nothing.
void Combiner::try_starts(Combination& best, std::vector<std::string>& trail) {
  const auto try_start = [&](Combination start, const char* what) {
    std::vector<std::string> other{what};
    if (!start.feasible || start.latency > std::min(most_behind * best.latency, far_behind * incumbent_)) return;
    improve(start, other);
    if (best.feasible && best.latency <= start.latency) return;
    best = std::move(start);
    trail = std::move(other);
  };
  try_start(matched(), "the other units start with the banks that one of them asks for");
  try_start(planned(), "all units are planned together: cycles and LUTs add up, operators serve all of them");
  try_start(aligned(), "units of one shape start with the same cuts, so that they share banks");
  try_start(equal_shares(), "all units start at an equal share of the device, the largest that fits");
}

}  // namespace pom::dse
