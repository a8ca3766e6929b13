#pragma once
#include "dse/explore/budget/limits.hpp"

namespace pom::dse::explore {

/// What a search wants less of.
enum class Objective {
  latency,
  latency_times_resources  ///< latency × the device's resource of which the design takes the largest share
};

/// A design as the search's goal sees it.
struct Rated {
  double latency = 0;  ///< cycles
  estimate::Resources resources;
  bool feasible = false;
};

/// Which of two designs is the better one.
class Goal {
 public:
  /// `latency_target` above 0: the cheapest design of at most so many cycles; the objective then decides nothing.
  Goal(Objective, double latency_target, const devices::Device&);

  /// Feasible before not; then as the goal says; of equal ones the faster, then the cheaper. False for equals.
  bool prefers(const Rated&, const Rated& over) const;
  /// The largest of the shares of the device's DSP blocks, LUTs, registers and memories.
  double cost(const estimate::Resources&) const;
  bool is_latency() const { return target_ <= 0 && objective_ == Objective::latency; }

 private:
  double rate(const Rated&) const;

  Objective objective_;
  double target_;
  estimate::Resources available_;
};

}  // namespace pom::dse::explore
