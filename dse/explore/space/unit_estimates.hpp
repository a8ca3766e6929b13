#pragma once
#include <map>
#include <vector>

#include "dse/explore/budget/limits.hpp"
#include "dse/explore/budget/watch.hpp"
#include "dse/explore/space/cut_estimator.hpp"

namespace pom::dse::explore {

/// What floating-point sums are built from.
enum class Adders { dsp, fabric };

/// The estimates of a unit's configurations, each made once.
class UnitEstimates {
 public:
  /// The arguments outlive it.
  UnitEstimates(const CutEstimator&, const Unit&, SearchWatch&);

  /// Estimates in the banks that the unit asks for by itself, or remembers.
  const UnitPoint& evaluate(const Configuration&);
  /// The configuration in banks that others have a say in, under the nest's names of arrays.
  UnitPoint evaluate_in(const Configuration&, BankFactors) const;
  /// Null: it was not evaluated yet.
  const UnitPoint* find(const Configuration&) const;
  /// All that was evaluated with such adders (without sums it makes no difference) and may hold the limits, fastest
  /// first.
  std::vector<UnitPoint> known(const Limits&, Adders, bool has_sums) const;
  /// Worth an estimate of the same choice with `registers`.
  bool may_gain_by_registers(const UnitPoint&) const;
  /// Some array is small enough to become registers for the unit's sake alone.
  bool has_small_arrays() const { return !small_.empty(); }
  /// UnitPoint::around of one copy.
  double around() const { return around_; }

 private:
  UnitPoint estimate_in_registers(const Configuration&);
  BankFactors registers_for(const UnitPoint&) const;

  const CutEstimator& estimator_;
  const Unit& unit_;
  SearchWatch& watch_;
  BankFactors small_;   ///< what makes registers of each array that is small enough
  BankFactors tables_;  ///< of those, the ones with contents: a recurrence may look up what it waits for
  double around_ = 0;
  std::map<Configuration, UnitPoint> known_;
};

}  // namespace pom::dse::explore
