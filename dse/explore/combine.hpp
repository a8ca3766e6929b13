#pragma once
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "dse/estimate/compose/nest_memo.hpp"
#include "dse/explore/goal.hpp"
#include "dse/explore/ladder.hpp"
#include "dse/explore/match_banks.hpp"
#include "dse/explore/planner.hpp"
#include "dse/explore/watch.hpp"

namespace pom::dse {

struct Combination : Rated {
  std::vector<std::size_t> at;  ///< by unit: the point
  BankFactors banks;
};

/// Bottleneck-oriented search over all units of a function (POM, section VI-B). All start at
/// their smallest share of the device; the unit that has most time to win takes the next step, and one that finds no
/// step that fits leaves the race; at last single steps of every unit are tried against the estimate.
class Combiner {
 public:
  /// `incumbent`: cycles of a design that is known; what is far behind it is not looked at.
  Combiner(const Kernel& whole, std::vector<UnitLadder> ladders, const Target&, const Limits&, const Goal&,
           SearchWatch&, NestMemo&, double incumbent = std::numeric_limits<double>::infinity());

  Combination run(std::vector<std::string>& trail);
  const std::vector<UnitLadder>& ladders() const { return ladders_; }
  const std::vector<Combination>& seen() const { return seen_; }

  /// Too many units for single steps: they are only planned.
  bool only_plans() const { return only_plans_; }

  /// The best design uses up the DSP blocks, nearly, or there is none.
  bool is_short_of_dsp() const;

  /// Of all that were seen, the best ones by the goal, best first.
  std::vector<Combination> best_seen(std::size_t most) const;

 private:
  /// What is so much slower than the best one leads to nothing.
  static constexpr double most_behind = 1.15;
  /// The same for starts in another structure than the best design's: steps from there may gain more.
  static constexpr double far_behind = 2;
  /// A plan may misjudge what it takes: so much more than would fit is looked at.
  static constexpr double plan_surplus = 1.02;
  /// Units that take less of the function's time are not worth single steps.
  static constexpr double heavy_share = 0.02;

  Combination run_for_latency(std::vector<std::string>& trail);
  void try_starts(Combination& best, std::vector<std::string>& trail);
  void step_up(Combination&);
  class Neighbours;
  bool step_together(const Combination& from, Combination& best, long& estimates);
  void step_together(Combination& best);
  void mend_near_misses(Combination& best);
  std::vector<Combination> near_misses(const Combination& best) const;
  bool holds_all_but_lut(const Combination&) const;
  bool is_worth_mending(const Combination& miss, const Combination& best) const;
  std::optional<std::size_t> find_twin(std::size_t unit, std::size_t point);
  void polish(Combination&);
  Combination evaluate(const std::vector<std::size_t>& at);
  Combination estimate_combination(const std::vector<std::size_t>& at);
  /// The same, unless it is clear from the units' points that the result would be slower or would not fit.
  Combination evaluate_if_promising(const std::vector<std::size_t>& at, double incumbent);
  bool is_heavy(const Combination&, std::size_t unit) const;
  std::vector<std::vector<std::size_t>> moves(const Combination&, std::size_t unit, std::size_t point) const;
  std::vector<std::size_t> lowest() const;
  double sum_of_cycles(const std::vector<std::size_t>& at) const;
  bool is_promising(const std::vector<std::size_t>& at, double incumbent) const;
  void trim(Combination&);
  Combination equal_shares();
  Combination matched();
  Combination first_that_fits(std::vector<std::pair<double, std::vector<std::size_t>>> starts);
  std::size_t place_of(std::size_t u, const UnitChoice&) const;
  std::size_t find_match(std::size_t u, const UnitPoint& model, const IndexLoops&, std::int64_t copies) const;
  Combination aligned();
  Combination planned();
  Combination planned_for_many();
  bool step_back(std::vector<std::size_t>& at, std::size_t except) const;
  bool trade(Combination&);
  void improve(Combination&, std::vector<std::string>& trail);
  Combination climb(const Combination& now, std::size_t unit);
  void grow(Combination&, std::vector<std::string>& trail);
  void refine(Combination&);
  std::size_t find_bottleneck(const Combination&, const std::vector<bool>& done) const;

  const Kernel& whole_;
  std::vector<UnitLadder> ladders_;
  Target target_;
  Limits limits_;
  Goal goal_;
  SearchWatch* watch_;
  Planner planner_;
  std::vector<std::size_t> holders_;  ///< by unit: the function of `whole_` that holds its loops
  std::vector<std::size_t> tied_;     ///< find_tied_arrays
  bool only_plans_ = false;
  double beside_plan_ = 0;  ///< LUTs that plans do not see
  double incumbent_;
  double best_latency_ = std::numeric_limits<double>::infinity();
  double overlap_ =
      1;  ///< the least share of the sum of the units' cycles that the function took: below 1, some run at once
  std::vector<Combination> seen_;
  std::map<std::vector<std::size_t>, Combination> known_;  ///< by points: several ways lead to one combination
  NestMemo* memo_;                                         ///< combinations have most of their nests in common
};

}  // namespace pom::dse
