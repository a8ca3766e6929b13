#include "dse/explore/space/choice_bound.hpp"

#include <algorithm>
#include <cmath>

#include "dse/estimate/area/control.hpp"

namespace pom::dse::explore {

ChoiceBound::ChoiceBound(const CutEstimator& estimator, UnitEstimates& estimates, const UnitWork& work,
                         const Unit& unit)
    : work_(work),
      unit_(unit),
      bus_(estimator.nest().top_function(), unit),
      iterations_(estimator.nest().top_function(), unit) {
  for (const double trip : iterations_.trips()) all_iterations_ *= trip;
  for (const Adders adders : kinds_of_adders()) {
    const UnitPoint& point = estimates.evaluate(one_with(adders));
    one_[kind_of(adders)] = {&point, least_depth(estimator, point)};
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

/// Fewer, more or no banks may make an iteration shorter: remainders and multiplexers lie on its way, and registers are
/// there at once.
double ChoiceBound::least_depth(const CutEstimator& estimator, const UnitPoint& one) const {
  BankFactors single_elements;
  for (const Array& array : estimator.nest().top_function().arrays) {
    if (may_be_registers(array, estimator.flip_flops())) single_elements[array.name] = array.shape;
  }
  const auto depth = [&](const UnitPoint& point) {
    const std::vector<double>& trips = iterations_.trips();
    double entries = 1;
    for (std::size_t n = 0; n < point.entered_by && n < trips.size(); ++n) entries *= std::max(trips[n], 1.0);
    const double states = (point.latency - all_iterations_ * point.interval) / entries + point.interval;
    // Where copies leave fewer loops to run, there is less to count.
    return std::max(0.0, states - estimate::counting_states(trips.size() - std::min(point.entered_by, trips.size())));
  };
  const Kernel kernel = estimator.cut(one.choice);
  double least = depth(one);
  std::vector<BankFactors> tried{one.banks};
  for (const BankFactors& banks : {BankFactors{}, estimator.banks_for_each_access(kernel, one.choice)}) {
    if (std::find(tried.begin(), tried.end(), banks) != tried.end()) continue;
    tried.push_back(banks);
    least = std::min(least, depth(estimator.estimate(kernel, one.choice, banks, one.around)));
  }
  const bool free_choices = true;
  return std::min(least, depth(estimator.estimate(kernel, one.choice, single_elements, one.around, free_choices)));
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
  for (std::size_t n = 0; n < std::min({one.point->entered_by, unit_.always_entered(), choice.factors.size()}); ++n)
    entries *= std::max(iterations_.trips()[n] / static_cast<double>(choice.factors[n]), 1.0);
  const bool at_once = is_all_at_once(unit_, choice);
  const double depth = at_once || work_.moves_as_one(choice) ? one.depth : 0;
  const double last = std::max({0.0, depth - interval, work_.chain_depth(choice) - interval});
  const double all = iterations_.of(choice) * interval + entries * last;
  return at_once ? std::max(1.0, all - one_[0].point->around) : all;
}

}  // namespace pom::dse::explore
