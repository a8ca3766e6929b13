#pragma once
#include "dse/explore/explore.hpp"

namespace pom::dse::explore {

/// Several searches whose programs or limits make one space: the time that they share, what all of them have proved,
/// and what they took. Which of their designs is the answer, each course of searches decides by itself.
class SearchLedger {
 public:
  SearchLedger(const ExploreOptions&, const devices::Target&);

  bool is_over() const { return watch_.over(); }
  double seconds() const { return watch_.seconds(); }
  /// The options of the next search: what time is left.
  ExploreOptions in_time_left() const;

  /// The search took its time; what it has proved is of no other program.
  void count(const Exploration&);
  /// Its program is of the space, too: no design of the space is faster than the lowest bound, in cycles.
  void prove(double bound, bool exhaustive);
  /// Both.
  void add(const Exploration&);
  /// Some design of the space was not looked at.
  void leave_open() { exhaustive_ = false; }
  void end_early() { ended_early_ = true; }
  /// A search has no design of use. What it took counts; one without a result ended early if the time did.
  void drop(const Result<Exploration>&);
  bool ended_early() const { return ended_early_; }
  /// The lowest one that was proved, in cycles; infinity: none was.
  double bound() const { return bound_; }

  /// `one` is better, also if it took `least_gain` (a share of its cycles) longer.
  bool prefers(const Exploration& one, const Exploration& over, double least_gain = 0) const;
  bool is_for_latency() const { return goal_.is_latency(); }

  /// The answer of all searches: the bound is the lowest one.
  Exploration close(Exploration best) const;

 private:
  const ExploreOptions& options_;
  Goal goal_;
  SearchWatch watch_;
  double bound_ = INFINITY;
  bool exhaustive_ = true, ended_early_ = false;
  long candidates_ = 0;
};

}  // namespace pom::dse::explore
