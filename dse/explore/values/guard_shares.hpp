#pragma once
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "dse/explore/values/iteration_box.hpp"
#include "dse/kernel/kernel.hpp"

namespace pom::dse::explore {

/// Names a condition that has to hold, or not to, so that something runs.
struct Guard {
  int condition = -1;  ///< in Function::expressions
  bool holds = true;
  auto operator<=>(const Guard&) const = default;
};
using Guards = std::vector<Guard>;

/// Tells whether the guards let something be built in the iteration, as far as the estimator knows.
bool may_pass(const Function&, const Guards&, estimate::Unrolling& iteration);

/// Tells in how many iterations of some loops guards let something be built.
struct GuardShare {
  unsigned loops = 0;     ///< the loops (bits) that the guards look at
  double iterations = 1;  ///< of these loops
  double built = 1;       ///< share of these iterations; 0: none, or nobody knows
};

/// Asks the estimator in which iterations it leaves out what guards stand around. A copy has the operation if it has an
/// iteration in which the guards let it be built.
class GuardShares {
 public:
  /// The arguments outlive it.
  GuardShares(const Function& function, const LoopPlaces& places) : function_(function), places_(places) {}

  const GuardShare& of(const Guards&);
  /// The loops (bits) that the condition looks at; all bits: it looks at others, too.
  unsigned loops_of(int condition) const;

 private:
  /// Holds guards that have loops in common.
  struct Part {
    unsigned loops = 0;
    Guards guards;
  };

  void split(const Guard&, std::set<Guard>& passed, std::vector<Part>&) const;
  GuardShare share_of(const Part&) const;

  const Function& function_;
  const LoopPlaces& places_;
  std::map<Guards, GuardShare> known_;
};

}  // namespace pom::dse::explore
