#pragma once
#include "dse/explore/space/unit_estimates.hpp"
#include "dse/explore/unit/bus_work.hpp"
#include "dse/explore/unit/unit_iterations.hpp"

namespace pom::dse::explore {

/// Cycles of a unit that no estimate of a configuration goes below, and what it follows from: the unit's trip counts,
/// operators and buses, and the estimate of one copy.
class ChoiceBound {
 public:
  /// The arguments outlive it.
  ChoiceBound(const CutEstimator&, UnitEstimates&, const UnitWork&, const Unit&);

  double of(const Configuration&, const Limits&) const;
  /// How often the innermost running loop runs its body, in all.
  double iterations_of(const Configuration& choice) const { return iterations_.of(choice); }
  /// With one copy.
  double iterations() const { return all_iterations_; }

  std::vector<Adders> kinds_of_adders() const;
  Configuration one_with(Adders) const;  ///< one copy
  const UnitPoint& one(Adders adders) const { return *one_[kind_of(adders)].point; }
  /// Cycles from one iteration of one copy to the next.
  double interval() const { return one_[0].point->interval; }

 private:
  struct OneCopy {
    const UnitPoint* point = nullptr;
    double depth = 0;      ///< cycles of an iteration and of entering its loop, in the kindest banks
    double unguarded = 0;  ///< `depth` or less: of an iteration that runs all branches and waits for no condition
  };
  std::size_t kind_of(Adders adders) const { return adders == Adders::fabric && work_.has_sums() ? 1 : 0; }
  double depth_of(const UnitPoint&) const;
  double least_depth(const CutEstimator&, const UnitPoint& one, const Kernel& cut) const;
  double depth_of(const Configuration&, const OneCopy&) const;

  const UnitWork& work_;
  const Unit& unit_;
  BusWork bus_;
  UnitIterations iterations_;
  double all_iterations_ = 1;
  OneCopy one_[2];  ///< by adders
};

}  // namespace pom::dse::explore
