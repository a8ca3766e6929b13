#include "dse/explore/combine.hpp"

#include <algorithm>
#include <cmath>

namespace pom::dse {

namespace {

/// More banks along a dimension than this cost more in multiplexers than they bring.
constexpr std::int64_t most_banks = 128;

/// Other starting points are tried for functions of at most so many units.
constexpr std::size_t most_units_for_starts = 8;
constexpr std::size_t most_trades = 8, most_steps_back = 10;
constexpr int most_rounds = 8;

std::string describe(const UnitPoint& point) {
  std::string text;
  for (std::int64_t factor : point.choice.factors) text += (text.empty() ? "[" : ", ") + std::to_string(factor);
  return text + (point.choice.fabric_adders ? "], sums in LUTs" : "]");
}

}  // namespace

Combiner::Combiner(const Kernel& whole, std::vector<UnitLadder> ladders, const Target& target, const Limits& limits,
                   const Goal& goal, SearchWatch& watch)
    : whole_(whole), ladders_(std::move(ladders)), target_(target), limits_(limits), goal_(goal), watch_(&watch) {}

Combination Combiner::evaluate(const std::vector<std::size_t>& at) {
  Combination combination;
  combination.at = at;
  Kernel kernel = whole_;
  Function& function = kernel.functions[static_cast<std::size_t>(kernel.top)];
  for (std::size_t u = 0; u < ladders_.size(); ++u) {
    const UnitPoint& point = ladders_[u].points[at[u]];
    cut_unit(function, ladders_[u].unit, point.choice);
    merge_banks(combination.banks, point.banks, most_banks);
  }
  set_banks(function, combination.banks);
  const auto answer = estimate(kernel, target_);
  ++evaluated_;
  watch_->count();
  const Qor* qor = std::get_if<Qor>(&answer);
  combination.latency = qor ? static_cast<double>(qor->latency_max) : INFINITY;
  if (qor) combination.resources = qor->resources;
  combination.feasible = qor && limits_.hold(qor->resources);
  if (!combination.feasible) return combination;
  seen_.push_back(combination);
  if (combination.latency < best_latency_) watch_->set_best(best_latency_ = combination.latency);
  return combination;
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
  for (std::size_t u = 0; u < ladders_.size() && !watch_->over(); ++u) {
    for (const std::size_t level : ladders_[u].levels) {
      if (ladders_[u].points[level].latency <= ladders_[u].points[now.at[u]].latency) break;
      std::vector<std::size_t> at = now.at;
      at[u] = level;
      const Combination other = evaluate(at);
      if (!other.feasible || other.latency > now.latency * 1.0002) continue;
      now = other;
      break;
    }
  }
}

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
    const std::vector<UnitPoint>& points = ladders_[u].points;
    std::size_t tried = 0;
    for (std::size_t p = 0; p < points.size() && tried < most_trades && !watch_->over(); ++p) {
      if (points[p].latency >= points[now.at[u]].latency) continue;
      ++tried;
      std::vector<std::size_t> at = now.at;
      at[u] = p;
      Combination other = evaluate(at);
      for (std::size_t steps = 0; !other.feasible && steps < most_steps_back && !watch_->over() && step_back(at, u);
           ++steps)
        other = evaluate(at);
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
  for (int rounds = 0; rounds < most_rounds && trade(now); ++rounds) refine(now);
}

/// Single steps that the greedy path did not see.
void Combiner::refine(Combination& best) {
  for (bool better = true; better;) {
    better = false;
    for (std::size_t u = 0; u < ladders_.size() && !watch_->over(); ++u) {
      const double now = ladders_[u].points[best.at[u]].latency;
      for (std::size_t p = ladders_[u].points.size(); p-- > 0;) {
        if (p == best.at[u]) continue;
        if (ladders_[u].points[p].latency > 1.02 * now) break;
        std::vector<std::size_t> at = best.at;
        at[u] = p;
        const Combination other = evaluate(at);
        if (!other.feasible || other.latency >= best.latency) continue;
        best = other;
        better = true;
        break;
      }
    }
  }
}

/// Units of one shape cut alike share banks as well as operators: the best such combination, the other units at their
/// lowest.
Combination Combiner::aligned() {
  Combination best;
  for (const UnitLadder& model : ladders_) {
    for (const UnitPoint& point : model.points) {
      if (watch_->over()) return best;
      std::vector<std::size_t> at;
      for (const UnitLadder& ladder : ladders_) {
        const auto same = std::find_if(ladder.points.begin(), ladder.points.end(),
                                       [&](const UnitPoint& p) { return p.choice.factors == point.choice.factors; });
        at.push_back(same == ladder.points.end() ? ladder.levels.front()
                                                 : static_cast<std::size_t>(same - ladder.points.begin()));
      }
      const Combination here = evaluate(at);
      if (here.feasible && (!best.feasible || here.latency < best.latency)) best = here;
    }
  }
  return best;
}

std::vector<Combination> Combiner::best_seen(std::size_t most) const {
  std::vector<Combination> best = seen_;
  std::stable_sort(best.begin(), best.end(),
                   [&](const Combination& a, const Combination& b) { return goal_.prefers(a, b); });
  if (best.size() > most) best.resize(most);
  return best;
}

/// Single steps that the goal prefers: towards less hardware, mostly.
void Combiner::polish(Combination& best) {
  for (bool better = true; better && !watch_->over();) {
    better = false;
    for (std::size_t u = 0; u < ladders_.size(); ++u) {
      for (std::size_t p = 0; p < ladders_[u].points.size() && !watch_->over(); ++p) {
        if (p == best.at[u]) continue;
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
  std::vector<std::size_t> lowest;
  for (const UnitLadder& ladder : ladders_) lowest.push_back(ladder.levels.front());
  Combination best = evaluate(lowest);
  if (best.feasible) {
    grow(best, trail);
    improve(best, trail);
  }
  if (ladders_.size() < 2 || ladders_.size() > most_units_for_starts) return best;
  const auto try_start = [&](Combination start, const char* what) {
    std::vector<std::string> other{what};
    if (!start.feasible) return;
    improve(start, other);
    if (best.feasible && best.latency <= start.latency) return;
    best = std::move(start);
    trail = std::move(other);
  };
  try_start(equal_shares(), "all units start at an equal share of the device, the largest that fits");
  try_start(aligned(), "units of one shape start with the same cuts, so that they share banks");
  return best;
}

}  // namespace pom::dse
