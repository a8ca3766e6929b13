#pragma once
#include <cmath>
#include <map>
#include <vector>

#include "dse/explore/space/unit_choices.hpp"

namespace pom::dse::explore {

/// What a choice asks of the device at least, at one interval.
struct UnitOption {
  Configuration choice;
  double latency = 0, interval = 1;
  double users = 0;    ///< LUTs of multiplexers that the unit adds in front of operators which others use too
  double built = 0;    ///< LUTs of its operators without these: only the most that any unit needs is built
  double dsp = 0;      ///< DSP blocks of its operators
  double beside = 0;   ///< LUTs beside operators and multiplexers
  bool known = false;  ///< estimated alone
};

/// What the choices of a unit ask for at least, in any banks that others may leave it with: for bounds of several units
/// together.
class LeastOptions {
 public:
  /// The arguments outlive it.
  LeastOptions(const CutEstimator&, UnitEstimates&, const ChoiceBound&, const UnitChoices&, const UnitWork&,
               const Unit&, SearchWatch&);

  /// The fewest cycles, the longest interval, and the least LUTs beside operators that the unit's loops take in any
  /// banks that others may leave them with. Estimates the unit alone, or remembers; options of the choice know it from
  /// then on.
  const UnitPoint& find(const Configuration&);
  /// Operations and loads in all estimates that `find` would still have to make.
  std::int64_t effort_of(const Configuration&) const;
  /// All choices within the limits, as far as estimates and bounds tell, but those that certainly take more than
  /// `slowest` cycles. `user_lut`: for a further user of an operator.
  std::vector<UnitOption> list(const Limits&, Adders, double user_lut, double slowest = INFINITY) const;
  /// Of one choice: at each interval that it may have.
  std::vector<UnitOption> options_of(const Configuration&, const Limits&, double user_lut) const;
  /// The least product of cycles and share of the DSP blocks, and of the LUTs, that the operators of any choice take
  /// while it runs.
  estimate::Resources areas(const Limits&) const;
  /// Banks of other units may leave some array that the unit uses in registers.
  bool depends_on_others() const { return !registers_.empty(); }

 private:
  /// Of more arrays that may become registers not all combinations are looked at.
  static constexpr std::size_t most_registers = 3;
  bool is_estimated_alone() const { return unit_.first_perfect == 0 && registers_.size() <= most_registers; }
  UnitPoint estimate_least(const Configuration&);
  std::vector<BankFactors> possible_banks(const Kernel& cut, const Configuration&) const;

  const CutEstimator& estimator_;
  UnitEstimates& estimates_;
  const ChoiceBound& bound_;
  const UnitChoices& choices_;
  const UnitWork& work_;
  const Unit& unit_;
  SearchWatch& watch_;
  BankFactors registers_;    ///< what makes registers of arrays that it touches, if others ask for it
  int shared_accesses_ = 0;  ///< of one copy, to arrays whose banks others have a say in
  std::map<Configuration, UnitPoint> least_;
};

}  // namespace pom::dse::explore
