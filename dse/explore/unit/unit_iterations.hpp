#pragma once
#include <map>
#include <vector>

#include "dse/kernel/kernel.hpp"
#include "dse/kernel/rewrite/cut_kernel.hpp"

namespace pom::dse::explore {

/// How often the innermost running loop of a unit runs its body, in all, by configuration. Of loops whose trip counts
/// are constant that is a product; the others are cut and counted, each way once.
class UnitIterations {
 public:
  /// `nest`: the function around the unit's loops.
  UnitIterations(const Function& nest, const Unit&);

  double of(const Configuration&) const;
  /// Of each loop, on average, with nothing cut.
  const std::vector<double>& trips() const { return trips_; }

 private:
  bool moves(std::size_t loop) const { return !guarded_ && !unit_.loops[loop].is_of_box(); }
  double count_moving(const std::vector<std::int64_t>& factors) const;

  Unit unit_;
  Function loops_;        ///< the unit's, with nothing in them
  bool guarded_ = false;  ///< some run under conditions only: their iterations are not counted
  std::vector<double> trips_;
  mutable std::map<std::vector<std::int64_t>, double> moving_;  ///< by factors of the loops that move
};

}  // namespace pom::dse::explore
