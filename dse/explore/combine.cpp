#include "dse/explore/combine.hpp"

#include <algorithm>
#include <cmath>

namespace pom::dse {

namespace {

/// More banks along a dimension than this cost more in multiplexers than they bring.
constexpr std::int64_t most_banks = 128;

std::string describe(const UnitPoint& point) {
  std::string text;
  for (std::int64_t factor : point.choice.factors) text += (text.empty() ? "[" : ", ") + std::to_string(factor);
  return text + (point.choice.fabric_adders ? "], sums in LUTs" : "]");
}

}  // namespace

Combiner::Combiner(const Kernel& whole, std::vector<UnitLadder> ladders, const Target& target, const Limits& limits)
    : whole_(whole), ladders_(std::move(ladders)), target_(target), limits_(limits) {}

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
  const Qor* qor = std::get_if<Qor>(&answer);
  combination.latency = qor ? static_cast<double>(qor->latency_max) : INFINITY;
  if (qor) combination.resources = qor->resources;
  combination.feasible = qor && limits_.hold(qor->resources);
  if (combination.feasible) seen_.push_back(combination);
  return combination;
}

std::size_t Combiner::find_bottleneck(const Combination& now, const std::vector<bool>& done) const {
  std::size_t worst = ladders_.size();
  double most = 0;
  for (std::size_t u = 0; u < ladders_.size(); ++u) {
    if (done[u] || now.at[u] + 1 >= ladders_[u].points.size()) continue;
    // What its fastest point would save, of what its nest takes.
    const double gain = ladders_[u].points[now.at[u]].latency - ladders_[u].points.back().latency;
    if (gain > most) {
      most = gain;
      worst = u;
    }
  }
  return worst;
}

void Combiner::grow(Combination& now, std::vector<std::string>& trail) {
  std::vector<bool> done(ladders_.size());
  for (std::size_t u = find_bottleneck(now, done); u < ladders_.size(); u = find_bottleneck(now, done)) {
    std::vector<std::size_t> at = now.at;
    ++at[u];
    const Combination next = evaluate(at);
    if (next.feasible && (next.latency < now.latency || !now.feasible)) {
      now = next;
      trail.push_back("unit " + ladders_[u].unit.loops.back().label +
                      " is the bottleneck: " + describe(ladders_[u].points[now.at[u]]));
    } else if (next.feasible) {
      now.at[u] = at[u];  // no gain yet; a later step may bring one
      now = evaluate(now.at);
    } else {
      done[u] = true;
    }
  }
}

/// Single steps up or down that the greedy path did not see.
void Combiner::refine(Combination& best) {
  for (bool better = true; better;) {
    better = false;
    for (std::size_t u = 0; u < ladders_.size(); ++u) {
      for (std::size_t p = ladders_[u].points.size(); p-- > 0;) {
        if (p == best.at[u]) continue;
        const UnitPoint& point = ladders_[u].points[p];
        if (point.latency > ladders_[u].points[best.at[u]].latency) break;
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

Combination Combiner::run(std::vector<std::string>& trail) {
  Combination now = evaluate(std::vector<std::size_t>(ladders_.size(), 0));
  grow(now, trail);
  Combination best = now;
  for (const Combination& seen : seen_) {
    if (!best.feasible || seen.latency < best.latency) best = seen;
  }
  if (best.feasible) refine(best);
  return best;
}

}  // namespace pom::dse
