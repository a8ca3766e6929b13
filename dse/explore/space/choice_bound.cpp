#include "dse/explore/space/choice_bound.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "dse/estimate/area/control.hpp"

namespace pom::dse::explore {

namespace {

/// Says whether a body has branches, of one side or of both.
enum class Branches { none, one_sided, two_sided };

/// Makes the body run what its branches guard.
Branches run_branches(std::vector<Node>& body) {
  Branches found = Branches::none;
  std::vector<Node> all;
  for (Node& node : body) {
    found = std::max(found, run_branches(node.loop.body));
    if (node.kind != Node::Kind::branch) {
      all.push_back(std::move(node));
      continue;
    }
    Branch& branch = node.branch;
    const bool is_one_sided = branch.then.empty() || branch.otherwise.empty();
    found = std::max(found, is_one_sided ? Branches::one_sided : Branches::two_sided);
    for (std::vector<Node>* side : {&branch.then, &branch.otherwise}) {
      found = std::max(found, run_branches(*side));
      std::move(side->begin(), side->end(), std::back_inserter(all));
    }
  }
  body = std::move(all);
  return found;
}

}  // namespace

ChoiceBound::ChoiceBound(const CutEstimator& estimator, UnitEstimates& estimates, const UnitWork& work,
                         const Unit& unit)
    : work_(work),
      unit_(unit),
      bus_(estimator.nest().top_function(), unit),
      iterations_(estimator.nest().top_function(), unit) {
  for (const double trip : iterations_.trips()) all_iterations_ *= trip;
  for (const Adders adders : kinds_of_adders()) {
    const UnitPoint& point = estimates.evaluate(one_with(adders));
    Kernel cut = estimator.cut(point.choice);
    const double depth = std::min(depth_of(point), least_depth(estimator, point, cut));
    const Branches branches = run_branches(cut.top_function().body);
    const double unguarded = branches == Branches::none        ? depth
                             : branches == Branches::one_sided ? std::min(depth, least_depth(estimator, point, cut))
                                                               : 0;
    one_[kind_of(adders)] = {&point, depth, unguarded};
  }
}

std::vector<Adders> ChoiceBound::kinds_of_adders() const {
  return work_.has_sums() ? std::vector{Adders::dsp, Adders::fabric} : std::vector{Adders::dsp};
}

Configuration ChoiceBound::one_with(Adders adders) const {
  Configuration one = one_copy(unit_);
  one.fabric_adders = kind_of(adders) == 1;
  return one;
}

double ChoiceBound::depth_of(const UnitPoint& point) const {
  const std::vector<double>& trips = iterations_.trips();
  double entries = 1;
  for (std::size_t n = 0; n < point.entered_by && n < trips.size(); ++n) entries *= std::max(trips[n], 1.0);
  const double states = (point.latency - all_iterations_ * point.interval) / entries + point.interval;
  // Where copies leave fewer loops to run, there is less to count.
  return std::max(0.0, states - estimate::counting_states(trips.size() - std::min(point.entered_by, trips.size())));
}

/// Fewer, more or no banks may make an iteration shorter: remainders and multiplexers lie on its way, and registers are
/// there at once. `cut`: one copy.
double ChoiceBound::least_depth(const CutEstimator& estimator, const UnitPoint& one, const Kernel& cut) const {
  std::vector<BankFactors> tried;
  double least = INFINITY;
  for (const BankFactors& banks : {one.banks, BankFactors{}, estimator.banks_for_each_access(cut, one.choice)}) {
    if (std::find(tried.begin(), tried.end(), banks) != tried.end()) continue;
    tried.push_back(banks);
    least = std::min(least, depth_of(estimator.estimate(cut, one.choice, banks, one.around)));
  }
  BankFactors single_elements;
  for (const Array& array : estimator.nest().top_function().arrays) {
    if (may_be_registers(array, estimator.flip_flops())) single_elements[array.name] = array.shape;
  }
  const bool free_choices = true;
  return std::min(least, depth_of(estimator.estimate(cut, one.choice, single_elements, one.around, free_choices)));
}

/// Bounds an iteration of the choice from below by what one copy takes.
double ChoiceBound::depth_of(const Configuration& choice, const OneCopy& one) const {
  const bool is_as_deep = is_all_at_once(unit_, choice) || work_.moves_as_one(choice);
  if (!is_as_deep || work_.may_leave_out(choice)) return 0;
  return work_.decides_branches(choice) ? one.unguarded : one.depth;
}

/// Every run of the pipeline starts all of its iterations but the last, which it waits for. That takes no less time
/// with more copies than with one, with the kindest banks. Loops that one copy keeps outside, as its sum does not stay
/// inside, may run as one with it; the others are entered as often as their copies leave.
double ChoiceBound::of(const Configuration& choice, const Limits& limits) const {
  const OneCopy& one = one_[choice.fabric_adders && work_.has_sums()];
  const double least =
      std::max({1.0, work_.chain_interval(choice), bus_.interval(choice), static_cast<double>(choice.interval)});
  const double interval = work_.operator_interval(choice, limits, least);
  double entries = 1;
  const std::size_t entered = std::min(one.point->entered_by, iterations_.always_entered(choice));
  for (std::size_t n = 0; n < entered; ++n)
    entries *= std::max(iterations_.trips()[n] / static_cast<double>(choice.factors[n]), 1.0);
  const bool at_once = is_all_at_once(unit_, choice);
  const double depth = depth_of(choice, one);
  const double last = std::max({0.0, depth - interval, work_.chain_depth(choice) - interval});
  const double all = iterations_.of(choice) * interval + entries * last;
  return at_once ? std::max(1.0, all - one_[0].point->around) : all;
}

}  // namespace pom::dse::explore
