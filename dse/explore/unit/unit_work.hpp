#pragma once
#include <cstdint>
#include <vector>

#include "dse/devices/tables/target.hpp"
#include "dse/explore/budget/limits.hpp"
#include "dse/explore/values/operator_needs.hpp"
#include "dse/kernel/rewrite/cut_kernel.hpp"

namespace pom::dse::explore {

/// Sums of floats without DSP blocks take no more LUTs and states than those with them.
bool suffices_fabric(const devices::Target&);

/// What a unit has to do whatever is chosen for it: operators that its copies need, and sums that its iterations hand
/// on. From both follow intervals that no schedule goes below.
class UnitWork {
 public:
  /// `function`: with the unit's loops as written.
  UnitWork(const Function& function, const Unit&, const devices::Target&);

  /// Every operation, and every load that others wait for longest, which is in the pipeline of one copy is in that of
  /// the choice too. Where one has moved in front of it, an iteration need not be as deep as that of one copy.
  bool moves_as_one(const Configuration&) const;
  /// Loops that are cut decide conditions: there may be no copy that has all operations of one copy.
  bool may_leave_out(const Configuration& choice) const {
    return is_known_ ? choice.copies_along(operators_.deciding) > 1 : choice.copies() > 1;
  }
  /// Loops that are cut decide branches: the copy that has all operations need not wait for a condition.
  bool decides_branches(const Configuration& choice) const { return choice.copies_along(operators_.branching) > 1; }
  bool has_sums() const;
  /// All operators are floats' sums, products and quotients, which units that run in turn share.
  bool shares_operators() const { return shared_only_; }
  /// Operations and loads of one copy, and of all copies: an estimate takes as long.
  std::int64_t operations() const { return operations_; }
  std::int64_t operations_of(const Configuration& choice) const { return choice.copies() * operations_; }
  /// What the copies' operators take at least if each is built once.
  estimate::Resources operators(const Configuration&) const;
  /// Operators of one iteration, at least: those that take at least so many LUTs.
  double count_operators(const Configuration&, double least_lut = 0) const;
  /// The interval, from `least` on, below which the copies' operators alone would pass a limit.
  double operator_interval(const Configuration&, const Limits&, double least = 1) const;
  /// The interval below which a copy would add to an element that an earlier one has not yet written.
  double chain_interval(const Configuration&) const;
  /// Cycles that an iteration takes at least: its copies that add to one element follow each other.
  double chain_depth(const Configuration&) const;

 private:
  /// Iterations of the loops in `loops` change one element, each `states` after the one before at least.
  struct Chain {
    unsigned loops = 0;
    double states = 0, states_without_dsp = 0;
  };

  unsigned left_loops(const Configuration&) const;
  unsigned moving_loops(const Configuration&) const;
  double copies_along(unsigned loops, const Configuration&) const;
  double built_copies(const GuardShare&, const Configuration&) const;
  double count_carried(const OperatorNeed&, const Configuration&) const;
  double count(const OperatorNeed&, const Configuration&, unsigned moving) const;
  double states_of(const Chain&, const Configuration&) const;
  void number_whole_loops(const std::vector<Node>& body);
  void find_chains(const Function&, const devices::Target&, const std::vector<Node>& body);
  unsigned loops_of(const std::vector<Index>&) const;
  Unit unit_;
  LoopPlaces places_;          ///< of the unit's loops and of those built whole inside of them
  std::vector<double> whole_;  ///< trip counts of the latter, whose places are behind the former's
  OperatorNeeds operators_;
  std::vector<Chain> chains_;
  std::int64_t operations_ = 0;
  bool shared_only_ = true;
  bool is_known_ = true;  ///< false: there are more loops than sets of them tell apart
};

}  // namespace pom::dse::explore
