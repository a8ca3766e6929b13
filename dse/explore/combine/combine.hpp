#pragma once
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "dse/explore/budget/effort.hpp"
#include "dse/explore/combine/branch.hpp"
#include "dse/explore/combine/combinations.hpp"
#include "dse/explore/solve/team_offers.hpp"

namespace pom::dse::explore {

/// Searches the best combination of a function's units within the limits, by branch and bound over the units. Functions
/// of many units start from prices: each unit in turn takes what costs least beside the others. What the model lets
/// pass is estimated, and estimates decide.
class Combiner {
 public:
  /// `limits`: of the search, or less. `incumbent`: cycles of a design that is known; what is no faster is not looked
  /// at. `many`: the units are too many for a full search.
  Combiner(SearchContext&, const Kernel& whole, std::vector<Frontier>, const Limits&, double incumbent, bool many);

  /// A short look, also at the plans from prices.
  void begin();
  /// The rest of the search. `incumbent`: cycles of the best design that others have found meanwhile.
  void finish(double incumbent);
  /// Cycles of the fastest design that was seen.
  double fastest() const { return best_; }
  const std::vector<Frontier>& frontiers() const { return combinations_.frontiers(); }
  /// What was estimated and fits.
  const std::vector<Combination>& seen() const { return combinations_.seen(); }
  /// The best design uses up the DSP blocks, nearly, or there is none.
  bool is_short_of_dsp() const;

 private:
  /// Of all that were seen, the first of the best ones by the goal; null: none was.
  const Combination* best_seen() const;
  const Combination& look_at(const Points&);
  Points slowest() const { return Points(frontiers().size()); }
  double worth_looking() const;
  void list_worthwhile();
  std::vector<std::vector<Offer>> relaxed_offers(double longest_interval);
  std::vector<Offer> offers_beside(std::size_t unit, const Points& others);
  void descend(Points&, double cycles_per_lut, double cap);
  std::optional<double> plan(Points&, double cycles_per_lut, double cap);
  void price();
  void improve();
  void branch(Branching::Look);
  void branch_with_less();
  void polish();
  void hurry();

  Limits limits_;
  Goal goal_;
  SearchWatch* watch_;
  double incumbent_;
  bool many_;
  Combinations combinations_;
  std::vector<std::vector<std::size_t>> worthwhile_;  ///< by unit: points that no other one with the same banks beats
  double best_ = std::numeric_limits<double>::infinity();  ///< cycles
};

}  // namespace pom::dse::explore
