#pragma once
#include <array>
#include <map>
#include <string>
#include <vector>

#include "dse/explore/joint_bound.hpp"
#include "dse/explore/least_sum.hpp"

namespace pom::dse {

/// The units of the same statements in different structures: one of them runs.
using UnitAlternatives = std::vector<const UnitBound*>;

double least_cycles(const UnitAlternatives&);
/// Cycles × share of the LUTs.
double least_area(const UnitAlternatives&);

/// Units that may overlap in time; different groups follow each other.
using UnitGroup = std::vector<UnitAlternatives>;

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

/// The least cycles of one setting, from below: every step solves with what is known of the choices, and estimates
/// those that the solution consists of.
class JointCase {
 public:
  /// `least`: cycles that are certain without any solution.
  JointCase(JointSetting setting, const JointLimits& limits, double least)
      : setting_(std::move(setting)), limits_(&limits), bound_(least) {}

  double bound() const { return bound_; }
  /// The solution consists of estimated choices only.
  bool settled() const { return settled_; }
  /// `budget`: operations and loads of estimates that are left; with none, what is known settles it.
  void refine(long& budget);

  struct Offer : UnitOption {
    std::size_t alternative = 0;
  };
  struct Part {
    UnitGroup units;
    std::vector<std::vector<Offer>> offers;      ///< by unit
    std::vector<std::vector<std::size_t>> seen;  ///< by unit, alternative: choices that its space had estimated
    std::vector<Ask> areas;                      ///< of more than two units: then there are no offers
  };
  /// The offers that an ask stands for, by unit.
  using Origin = std::array<std::size_t, 2>;
  struct PartAsks {
    std::vector<Ask> asks;
    std::vector<Origin> origins;
  };

 private:
  void start();
  Part overlap(const UnitGroup&) const;
  void add(std::vector<Offer>& to, const UnitAlternatives&, std::size_t alternative,
           const std::vector<UnitOption>&) const;
  bool learn(const Part&, std::size_t unit, std::size_t offer, long& budget) const;
  void refresh(Part&) const;

  JointSetting setting_;
  const JointLimits* limits_;
  double bound_;
  bool started_ = false, exact_ = false, settled_ = false;
  std::vector<Part> parts_;
};

}  // namespace pom::dse
