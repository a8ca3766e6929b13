#pragma once
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "dse/devices/tables/target.hpp"
#include "dse/estimate/estimate.hpp"
#include "dse/explore/banks/banking.hpp"
#include "dse/explore/budget/limits.hpp"
#include "dse/explore/budget/watch.hpp"
#include "dse/explore/unit/bus_work.hpp"
#include "dse/explore/unit/unit_iterations.hpp"
#include "dse/explore/unit/unit_work.hpp"

namespace pom::dse::explore {

/// A choice for one unit, estimated with the rest of its nest as written.
struct UnitPoint {
  Configuration choice;
  BankFactors banks;
  double latency = 0;          ///< cycles that the unit takes in all its runs
  double around = 0;           ///< of one copy: cycles of the nest beside them
  double interval = 1;         ///< cycles from one iteration to the next
  bool may_be_faster = false;  ///< with banks that other units ask for
  std::string waits_for;       ///< the array that keeps the interval from being shorter
  estimate::Resources resources;
  double operator_count = 0;      ///< units that operations share, about
  double control_lut = 0;         ///< of all loops that were estimated
  double beside_lut = 0;          ///< the same, registers and expressions
  std::size_t entered_by = 0;     ///< so many outer loops run the pipeline anew
  estimate::Resources own;        ///< of the modules of its pipelines, without operators
  std::vector<std::string> wide;  ///< arrays that these access at more than one port of a bank in one cycle
  std::vector<std::shared_ptr<const std::vector<estimate::OperatorUse>>> modules;  ///< operators of each of them
};

/// What a choice asks of the device at least, at one interval.
struct UnitOption {
  Configuration choice;
  double latency = 0, interval = 1;
  /// LUTs of its operators: what a further unit that uses them costs, and the rest.
  double users = 0, built = 0;
  double dsp = 0;      ///< DSP blocks of its operators
  double beside = 0;   ///< LUTs beside operators and multiplexers
  bool known = false;  ///< estimated alone
};

/// What floating-point sums are built from.
enum class Adders { dsp, fabric };

/// All choices for one unit of a nest, and what the search learned about them.
class UnitSpace {
 public:
  /// `nest`: a kernel with one function that holds the nest. `used_by_others`: arrays whose banks other units of the
  /// program have a say in. `memo`: of all estimates of a search, or none.
  UnitSpace(const Kernel& nest, const Unit& unit, std::set<std::string> used_by_others, const devices::Target& target,
            SearchWatch& watch, estimate::NestMemo* memo = nullptr);

  struct Search {
    std::optional<UnitPoint> best;
    double bound = 0;        ///< no choice within the limits is faster, in cycles of the unit
    bool exhaustive = true;  ///< every choice that could beat `best` was estimated
  };
  struct Thoroughness {
    long budget = 0;              ///< estimates
    double incumbent = INFINITY;  ///< only choices faster than so many cycles count
    double light = 0;             ///< iterations; a unit of fewer gets `light_budget` estimates at most
    bool fabric_first = false;    ///< of both kinds of adders the second has to beat the first one
  };
  static constexpr long light_budget = 12;
  /// Branch and bound: choices in the order of the least latency that their trip counts and operators allow, until that
  /// passes the best one found, the budget is used up or the watch says that the time is over.
  Search find_fastest(const Limits&, Adders, const Thoroughness&);
  /// With either kind of adders.
  Search find_fastest(const Limits&, const Thoroughness&);
  /// The least product of cycles and share of the DSP blocks, and of the LUTs, that the operators of any choice take
  /// while it runs.
  estimate::Resources least_areas(const Limits&) const;
  /// No choice is faster; known without any estimate.
  double least_cycles(const Limits&) const;
  /// The same for one choice.
  double least_cycles(const Configuration& choice, const Limits& limits) const { return bound_of(choice, limits); }
  /// All choices within the limits, as far as estimates and bounds tell, but those that certainly take more than
  /// `slowest` cycles. `user_lut`: for a further user of an operator.
  std::vector<UnitOption> list_options(const Limits&, Adders, double user_lut, double slowest = INFINITY);
  std::vector<UnitOption> options_of(const Configuration&, const Limits&, double user_lut);
  /// All its operators are of kinds that serve any unit.
  bool shares_operators() const { return work_.shares_operators(); }
  /// The fewest cycles, the longest interval, and the least LUTs beside operators that the unit's loops take in any
  /// banks that others may leave them with. Estimates the unit alone, or remembers; options of the choice know it from
  /// then on.
  const UnitPoint& find_least(const Configuration&);
  /// Operations and loads of all copies: an estimate takes as long.
  std::int64_t count_operations(const Configuration& choice) const { return choice.copies() * work_.operations(); }
  /// The same of all estimates that `find_least` would still have to make.
  std::int64_t effort_of_least(const Configuration& choice) const {
    if (least_.contains(choice)) return 0;
    return count_operations(choice) << (is_estimated_alone() ? registers_.size() : 0);
  }
  /// Is one of the choices that a search looks at; always asked with the same limits.
  bool has(const Configuration&, const Limits&) const;
  /// No choice has more copies.
  std::int64_t most_copies_of_all(const Limits&) const;
  /// All that was estimated and holds the limits, fastest first.
  std::vector<UnitPoint> known_points(const Limits&, Adders) const;
  bool has_sums() const { return work_.has_sums(); }
  /// Without sums it makes no difference what they are built from.
  std::vector<Adders> kinds_of_adders() const;
  /// Choices of round factors whose operators alone pass no limit: powers of two, divisors, whole short loops.
  std::vector<Configuration> round_choices(const Limits&, Adders) const;
  /// Choices of all numbers of copies that may be worth it, none that certainly takes more than `slowest` cycles.
  std::vector<Configuration> spread_choices(const Limits&, Adders, double slowest) const;

  /// Estimates, or remembers.
  const UnitPoint& evaluate(const Configuration&);
  /// Worth an estimate of the same choice with `registers`.
  bool may_gain_by_registers(const UnitPoint&) const;
  /// The configuration in banks that others have a say in, under the space's names of arrays.
  UnitPoint evaluate_in(const Configuration&, BankFactors) const;
  bool is_over() const { return watch_->over(); }
  const Unit& unit() const { return unit_; }
  /// Of the innermost loop, in all runs.
  double iterations() const { return iterations_; }

 private:
  struct Candidate {
    Configuration choice;
    double bound = 0;
    bool held = false;  ///< its copies share operators while they wait for sums
  };
  /// Loops that one configuration may cut: the same number of copies along more loops is the same work. In nests with
  /// more of them, those that carry a dependence are not cut together with the others.
  static constexpr std::ptrdiff_t most_cut_loops = 4;
  /// Of a unit.
  static constexpr std::int64_t most_copies = 256;
  /// Accesses of one iteration that a bank of a dual-port memory serves.
  static constexpr std::int64_t dual_port = 2;
  /// Of more arrays that may become registers not all combinations are looked at.
  static constexpr std::size_t most_registers = 3;
  /// Within so much of the device; those with the least bounds first.
  const std::vector<Candidate>& candidates(const Limits&, Adders) const;
  std::vector<Candidate> enumerate(const Limits&, Adders) const;
  std::vector<std::int64_t> round_factors(std::size_t loop) const;
  void add_slower(std::vector<Candidate>&, const Configuration& one, const Limits&) const;
  bool may_build(const Configuration&) const;
  /// The loop carries a dependence that one copy already waits for.
  bool waits(std::size_t loop) const;
  /// Such a loop is cut.
  bool waits_for_itself(const Configuration&) const;
  Configuration one_with(Adders) const;  ///< one copy
  Configuration all_at_once(Configuration one) const;
  bool takes_little(const Configuration&, const Limits&) const;
  void add_special(std::vector<Candidate>&, const Configuration& one, const Limits&, Adders) const;
  void extend(std::vector<Candidate>&, const Configuration&, std::size_t loop, const Limits&) const;
  double bound_of(const Configuration&, const Limits&) const;
  std::size_t count_outer_loops(const Configuration&, std::size_t nested) const;
  double cycles_of(Function&, const Configuration&, const estimate::LoopEstimate&) const;
  void learn_from_one_copy(Adders);
  UnitPoint estimate_in_registers(const Configuration&);
  BankFactors registers_for(const UnitPoint&) const;
  /// What is left of a search, and whether it came to its end.
  struct Attempt {
    long budget = 0;
    long certain = 0;  ///< estimates to be certain of what other units' banks may change
    double incumbent = INFINITY;
    bool ended = false;
  };
  /// Iterations of one copy, or of a loop that may be cut, wait for small arrays, which may become registers.
  bool may_wait_for_registers(const Configuration& one) const;
  void look_at(const Candidate&, const Limits&, Search&, Attempt&);
  void take(const Candidate&, const UnitPoint&, Search&, Attempt&);
  double certain_cycles(const Candidate&, Attempt&);
  std::int64_t most_copies_here() const;
  Kernel cut(Kernel nest, const Configuration&) const;
  BankOptions own_banks(const Kernel& cut, const Configuration&) const;
  BankFactors banks_for_each_access(const Kernel& cut, const Configuration&) const;
  std::int64_t turns_of(const Configuration&) const;
  UnitPoint estimate_cut(Kernel, const Configuration&, BankFactors, bool free_choices = false) const;
  bool is_estimated_alone() const { return unit_.first_perfect == 0 && registers_.size() <= most_registers; }
  UnitPoint estimate_least(const Configuration&);
  std::vector<BankFactors> possible_banks(const Kernel& cut, const Configuration&) const;
  double least_depth(const UnitPoint& one) const;

  const Kernel& nest_;
  SearchWatch* watch_;
  estimate::NestMemo* memo_;
  Unit unit_;
  std::set<std::string> used_by_others_;
  BankFactors registers_;    ///< what makes registers of arrays that it touches, if others ask for it
  BankFactors small_;        ///< what makes registers of each array that is small enough for the unit's sake alone
  BankFactors tables_;       ///< of those, the ones with contents: a recurrence may look up what it waits for
  int shared_accesses_ = 0;  ///< of one copy, to arrays whose banks others have a say in
  devices::Target target_;
  UnitWork work_;
  BusWork bus_;
  UnitIterations counted_;
  std::map<Configuration, UnitPoint> known_, least_;
  mutable std::set<Configuration> members_[2];  ///< by adders: what `has` has enumerated
  mutable std::map<std::pair<Limits, Adders>, std::vector<Candidate>> candidates_;  ///< what was enumerated
  /// Whether copies of each loop are looked at together with those of all others.
  bool has_all_mixtures() const;

  std::vector<bool> mixed_;     ///< by loop: copies of it together with all numbers of others'
  double iterations_ = 1;       ///< of the unit's innermost loop in all
  double interval_ = 1;         ///< of one copy
  double around_ = 0;           ///< the same: cycles of the nest beside the unit's loops
  double depth_[2] = {0, 0};    ///< of one copy, by adders: cycles of an iteration, and of entering its loop
  std::size_t entered_by_ = 0;  ///< of one copy
};

}  // namespace pom::dse::explore
