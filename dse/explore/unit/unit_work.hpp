#pragma once
#include <cstdint>
#include <vector>

#include "dse/devices/tables/target.hpp"
#include "dse/explore/budget/limits.hpp"
#include "dse/explore/unit/value_shape.hpp"
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

  /// No value is there before the pipeline that one copy computes in it.
  bool moves_as_one(const Configuration&) const;
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
  /// An operator that copies need: one for every combination of the loops in `loops` (bits, by place in the unit), or
  /// for every `alike` of them that may make one value.
  struct Need {
    unsigned loops = 0;
    std::size_t group = 0;  ///< needs of one group may make one value in some copies: only one of them counts
    double alike = 1;
    bool sum = false;  ///< may be built without DSP blocks
    estimate::Resources with_dsp, without;
  };
  /// Iterations of the loops in `loops` change one element, each `states` after the one before at least.
  struct Chain {
    unsigned loops = 0;
    double states = 0, states_without_dsp = 0;
  };

  bool is_moving(const Need&, const Configuration&) const;
  double copies_of(const Need&, const Configuration&) const;
  double states_of(const Chain&, const Configuration&) const;
  void add_bit(int loop, std::size_t place);
  void number_whole_loops(const std::vector<Node>& body);
  void group_needs(const std::vector<ValueShape>&);
  void find_needs(const Function&, const devices::Target&, const std::vector<Node>& body);
  void find_chains(const Function&, const devices::Target&, const std::vector<Node>& body);
  unsigned loops_of(const std::vector<Index>&) const;
  unsigned bit_of(int loop) const {
    const auto at = static_cast<std::size_t>(loop);
    return loop >= 0 && at < bits_.size() ? bits_[at] : 0;
  }

  Unit unit_;
  std::vector<unsigned> bits_;  ///< of the unit's loops and of those built whole inside of them, by Loop::id
  std::vector<double> whole_;   ///< trip counts of the latter, whose bits are behind the former's
  std::vector<Need> needs_;     ///< by group
  std::vector<Chain> chains_;
  std::int64_t operations_ = 0;
  bool shared_only_ = true;
};

}  // namespace pom::dse::explore
