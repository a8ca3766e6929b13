#pragma once
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include "driver/explore/rate_matcher.hpp"
#include "dse/explore/budget/goal.hpp"

namespace pom::driver {

/// Looks for the quickest pace whose design fits, and for the design that then takes the fewest cycles; where the goal
/// is another one, among the slower paces for the design that it prefers.
class TimeSearch {
 public:
  /// `is_over`: is asked behind every design. `matcher` outlives it.
  TimeSearch(RateMatcher& matcher, const dse::explore::Goal& goal, std::function<bool()> is_over)
      : matcher_(matcher), goal_(goal), paces_(matcher.paces()), is_over_(std::move(is_over)) {}

  /// Nothing: no design was found that fits.
  std::optional<StreamingDesign> run();

  /// Some schedule of the processes could be built.
  bool is_buildable() const { return is_buildable_; }
  bool ended() const { return ended_; }
  double fastest() const { return matcher_.least_cycles(); }

 private:
  void narrow();
  void try_all();
  std::size_t last_with(double work, std::size_t low, std::size_t high) const;
  void try_slower();
  void try_cheaper();
  bool fits(std::size_t pace);
  StreamingDesign& best();
  std::optional<StreamingDesign> settled();

  RateMatcher& matcher_;
  const dse::explore::Goal goal_;
  const std::vector<Pace>& paces_;
  const std::function<bool()> is_over_;
  std::vector<StreamingDesign> found_;  ///< that fit, without their FIFOs
  std::map<std::size_t, bool> tried_;   ///< by pace: it fits
  double affordable_ = 0;               ///< work that is expected to fit, as the last design tells
  double least_memory_ = std::numeric_limits<double>::infinity();  ///< share of the memory of any design so far
  std::size_t quickest_ = 0;                                       ///< paces from here on did not fit
  bool is_buildable_ = false;
  bool ended_ = false;
};

}  // namespace pom::driver
