#include "dse/explore/space/find_fastest.hpp"

#include <algorithm>
#include <cmath>

namespace pom::dse::explore {

namespace {

/// An estimate of more operations and loads counts as several.
constexpr std::int64_t operations_of_an_estimate = 200;
/// Copies of one loop that are looked at first where iterations wait for small arrays.
constexpr std::int64_t most_first_copies = 16;

bool is_round_strip(const Configuration& choice) {
  const std::int64_t copies = choice.copies();
  const bool one_loop = std::find(choice.factors.begin(), choice.factors.end(), copies) != choice.factors.end();
  return one_loop && copies <= most_first_copies && (copies & (copies - 1)) == 0;
}

/// A search with one kind of adders.
class FastestChoice {
 public:
  FastestChoice(UnitSpace& space, const Limits& limits, Adders adders, const Thoroughness& how)
      : space_(space), limits_(limits), adders_(adders), budget_(how.budget), incumbent_(how.incumbent) {}

  UnitSearch run() {
    const std::vector<UnitChoices::Candidate>& all = space_.choices.candidates(limits_, adders_);
    if (may_wait_for_registers()) look_at_round_strips(all);
    found_.bound = INFINITY;
    found_.exhaustive = space_.choices.has_all_mixtures();
    std::vector<UnitChoices::Candidate> slower;
    for (const UnitChoices::Candidate& candidate : all) {
      if (ended_) break;
      if (candidate.bound >= incumbent_) {
        found_.bound = std::min(found_.bound, candidate.bound);
        break;
      }
      if (candidate.slower) {
        slower.push_back(candidate);
      } else {
        look_at(candidate);
      }
    }
    // Behind the others, since what they are faster than is what suits other units.
    for (const UnitChoices::Candidate& candidate : slower) {
      if (candidate.bound < incumbent_) look_at(candidate);
    }
    if (!found_.best && ended_) {  // what is known has to do
      const std::vector<UnitPoint> known = space_.estimates.known(limits_, adders_, space_.work.has_sums());
      if (!known.empty()) found_.best = known.front();
    }
    if (found_.best) found_.bound = std::min(found_.bound, found_.best->latency);
    return found_;
  }

 private:
  /// In registers each copy takes multiplexers before all elements, so that few copies fit, and the order of bounds
  /// would come to those last.
  bool may_wait_for_registers() const {
    const auto carries = [](const UnitLoop& loop) { return loop.cuttable && !loop.parallel; };
    const bool carried =
        space_.estimates.has_small_arrays() && std::any_of(space_.unit.loops.begin(), space_.unit.loops.end(), carries);
    return carried || space_.estimates.may_gain_by_registers(space_.bound.one(adders_));
  }

  /// Their estimates are beside the budget of the others.
  void look_at_round_strips(const std::vector<UnitChoices::Candidate>& all) {
    const long budget = budget_;
    for (const UnitChoices::Candidate& candidate : all) {
      if (is_round_strip(candidate.choice) && !ended_) look_at(candidate);
    }
    budget_ = budget;
    ended_ = false;
  }

  void leave(const UnitChoices::Candidate& candidate) {
    found_.exhaustive = false;
    found_.bound = std::min(found_.bound, candidate.bound);
  }

  /// Estimates the candidate, unless the budget or the time is used up.
  void look_at(const UnitChoices::Candidate& candidate) {
    const bool fresh = !space_.estimates.find(candidate.choice);
    const auto effort = static_cast<long>(space_.work.operations_of(candidate.choice) / operations_of_an_estimate);
    if ((fresh && (budget_ -= std::max(1L, effort)) < 0) || space_.watch.over()) {
      ended_ = true;
      return leave(candidate);
    }
    const UnitPoint& point = space_.estimates.evaluate(candidate.choice);
    if (!std::isfinite(point.latency)) return leave(candidate);  // the model cannot say
    if (limits_.may_hold(point.resources, point.interval)) take(candidate, point);
    if (!space_.estimates.may_gain_by_registers(point)) return;
    UnitChoices::Candidate other = candidate;
    other.choice.registers = true;
    look_at(other);
  }

  /// What holds the limits may be the best, or bounds it, as other units' banks may make it faster.
  void take(const UnitChoices::Candidate& candidate, const UnitPoint& point) {
    if (point.may_be_faster || space_.least.depends_on_others()) found_.bound = std::min(found_.bound, candidate.bound);
    if (point.latency >= incumbent_) return;
    found_.best = point;
    incumbent_ = point.latency;
  }

  UnitSpace& space_;
  const Limits& limits_;
  Adders adders_;
  long budget_;  ///< estimates that are left
  double incumbent_;
  bool ended_ = false;
  UnitSearch found_;
};

}  // namespace

UnitSearch find_fastest(UnitSpace& space, const Limits& limits, const Thoroughness& how) {
  if (!space.work.has_sums()) return FastestChoice(space, limits, Adders::dsp, how).run();
  // What the better kind proves is not estimated with the other.
  const UnitSearch first = FastestChoice(space, limits, how.fabric_first ? Adders::fabric : Adders::dsp, how).run();
  Thoroughness then = how;
  if (first.best) then.incumbent = std::min(then.incumbent, first.best->latency);
  const UnitSearch second = FastestChoice(space, limits, how.fabric_first ? Adders::dsp : Adders::fabric, then).run();
  const bool better = second.best && (!first.best || second.best->latency < first.best->latency);
  UnitSearch search = better ? second : first;
  search.bound = std::min(first.bound, second.bound);
  search.exhaustive = first.exhaustive && second.exhaustive;
  return search;
}

}  // namespace pom::dse::explore
