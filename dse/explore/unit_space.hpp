#pragma once
#include <map>
#include <optional>
#include <vector>

#include "dse/devices/target.hpp"
#include "dse/estimate/estimate.hpp"
#include "dse/explore/banking.hpp"
#include "dse/explore/watch.hpp"

namespace pom::dse {

/// What a design may use at most.
struct Limits {
  double dsp = 0, lut = 0, ff = 0, bram_18k = 0, uram = 0;
  bool hold(const Resources&) const;
  /// Of what operators are built from; memories stay whole.
  Limits share(double) const;
};

/// A choice for one unit, estimated with the rest of its nest as written.
struct UnitPoint {
  UnitChoice choice;
  BankFactors banks;
  double latency = 0;  ///< cycles that the unit takes in all its runs
  Resources resources;
  Resources operators;  ///< of them, what units that run one after the other share
};

/// What floating-point sums are built from.
enum class Adders { dsp, fabric };

/// All choices for one unit of a nest, and what the search learned about them.
class UnitSpace {
 public:
  /// `nest`: a kernel with one function that holds the nest.
  UnitSpace(const Kernel& nest, const Unit& unit, const Target& target, SearchWatch& watch);

  struct Search {
    std::optional<UnitPoint> best;
    double bound = 0;        ///< no choice within the limits is faster, in cycles of the unit
    bool exhaustive = true;  ///< every choice that could beat `best` was estimated
  };
  /// Branch and bound: choices in the order of the least latency that their trip counts and operators allow, until that
  /// passes the best one found, the budget is used up or the watch says that the time is over.
  /// Only choices faster than `incumbent` cycles count; INFINITY: all do.
  Search find_fastest(const Limits&, Adders, long budget, double incumbent);
  /// With either kind of adders.
  Search find_fastest(const Limits&, long budget, double incumbent);
  /// The estimated points within the limits, fastest first, at most `most`, none slower than `slowest` cycles.
  std::vector<UnitPoint> near_best(const Limits&, Adders, double slowest, std::size_t most) const;
  bool has_sums() const;
  /// Choices of round factors whose operators alone pass no limit: powers of two, divisors, whole short loops.
  std::vector<UnitChoice> round_choices(const Limits&, Adders) const;

  /// Estimates, or remembers.
  const UnitPoint& evaluate(const UnitChoice&);
  bool is_over() const { return watch_->over(); }
  const Unit& unit() const { return unit_; }

 private:
  struct Candidate {
    UnitChoice choice;
    double bound = 0;
  };
  std::vector<Candidate> enumerate(const Limits&, Adders) const;
  std::vector<std::int64_t> round_factors(std::size_t loop) const;
  void extend(std::vector<Candidate>&, const UnitChoice&, std::size_t loop, const Limits&) const;
  double bound_of(const UnitChoice&, const Limits&) const;
  double iterations_of(const UnitChoice&) const;
  std::size_t count_outer_loops(std::int64_t trip) const;

  /// An operator that copies need: one for every combination of the loops in `loops` (bits, by place in the unit).
  struct Need {
    unsigned loops = 0;
    bool sum = false;  ///< may be built without DSP blocks
    Resources with_dsp, without;
  };

  void find_needs();
  bool is_futile(const UnitChoice&);
  std::int64_t most_copies_here() const;
  double least_interval(const UnitChoice&, const Limits&) const;

  const Kernel& nest_;
  SearchWatch* watch_;
  Unit unit_;
  Target target_;
  std::vector<Need> needs_;
  std::map<std::vector<std::int64_t>, UnitPoint> known_;  ///< by factors, adders, interval
  bool parallel_only_ = false;                            ///< only loops that carry nothing are cut
  std::vector<bool> serial_;                              ///< by loop: copies wait for each other; empty: not known yet
  std::int64_t operations_ = 0;                           ///< and loads, of one copy
  double iterations_ = 1;                                 ///< of the unit's innermost loop in all
  double interval_ = 1;                                   ///< of one copy
  double drain_ = 0;                                      ///< of all its runs: filling and emptying the pipeline
  std::size_t entered_by_ = 0;                            ///< so many outer loops run the pipeline anew
};

}  // namespace pom::dse
