#pragma once
#include <map>
#include <string>
#include <vector>

#include "dse/explore/bound/joint_bound.hpp"
#include "dse/explore/solve/team_offers.hpp"

namespace pom::dse::explore {

/// The units of the same statements in different structures: one of them runs.
using UnitAlternatives = std::vector<const UnitBound*>;
/// Units that may overlap in time; different groups follow each other.
using UnitGroup = std::vector<UnitAlternatives>;

/// Of its structures.
double least_of(const UnitAlternatives&, double UnitBound::*part);
/// Units that run at once take no less than the longest.
double least_cycles(const UnitGroup&);

/// A function's heavy units, with sums of one kind. Two units of one group run at once; of more than two nothing is
/// settled.
struct JointSetting {
  Adders adders = Adders::dsp;
  std::vector<UnitGroup> groups;
  double user_lut = 0;                       ///< for a further user of an operator
  std::map<std::string, double> access_lut;  ///< by array: before a bank's ports, for each access
};

/// The least cycles of one setting, from below: every look solves with what is known of the configurations, and
/// estimates those that the solution consists of.
class JointCase {
 public:
  /// `least`: cycles that are certain without any solution.
  JointCase(JointSetting setting, const JointLimits& limits, double least)
      : setting_(std::move(setting)), limits_(&limits), bound_(least) {}

  double bound() const { return bound_; }
  /// The solution consists of estimated configurations only.
  bool settled() const { return settled_; }
  /// `budget`: operations and loads of estimates that are left; with none, what is known settles it.
  void refine(long& budget);

 private:
  /// What one configuration of a unit takes at least.
  struct Option : UnitOption {
    UnitSpace* space = nullptr;
  };
  /// A group with what its units may choose.
  struct Part {
    std::vector<std::vector<Option>> options;  ///< by unit; none: of more than two units
    std::vector<Offer> offers;                 ///< of all its units; Offer::points: in `options`
  };

  std::vector<Part> list_parts() const;
  std::vector<Option> list_options(const UnitAlternatives&, double slowest) const;
  std::vector<Offer> overlap(const UnitGroup&) const;
  bool learn(const std::vector<Option>&, const Option& chosen, long& budget) const;

  JointSetting setting_;
  const JointLimits* limits_;
  double bound_;
  bool settled_ = false;
};

}  // namespace pom::dse::explore
