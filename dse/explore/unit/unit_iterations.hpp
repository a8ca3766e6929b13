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
  /// Unit::always_entered of what is cut: strips may be as many in every run of a loop whose iterations are not.
  std::size_t always_entered(const Configuration&) const;
  /// Of each loop, on average, with nothing cut.
  const std::vector<double>& trips() const { return trips_; }

 private:
  bool moves(std::size_t loop) const { return !guarded_ && !unit_.loops[loop].is_of_box(); }
  /// What cut loops are together.
  struct Moving {
    double iterations = 1;
    std::size_t always_entered = 0;
  };

  std::vector<std::int64_t> moving_factors(const Configuration&) const;
  const Moving& count_moving(const std::vector<std::int64_t>& factors) const;

  Unit unit_;
  Function loops_;        ///< the unit's, with nothing in them
  bool guarded_ = false;  ///< some run under conditions only: their iterations are not counted
  std::vector<double> trips_;
  mutable std::map<std::vector<std::int64_t>, Moving> moving_;  ///< by factors of the loops that move
};

}  // namespace pom::dse::explore
