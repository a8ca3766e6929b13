#pragma once
#include <vector>

#include "dse/estimate/compose/flat_nest.hpp"
#include "dse/estimate/graph/surroundings.hpp"

namespace pom::dse::estimate {

/// A nest that runs one iteration after the other, and what moved out of it.
struct EnclosingNest {
  FlatNest loops;
  std::vector<char> written;               ///< by array: the body may write it
  std::vector<HoistedLoad> loads, stores;  ///< executed once, before or after the nest
};

/// The loops around the current position of a function that are not pipelined.
class EnclosingLoops {
 public:
  void enter(FlatNest, std::vector<char> written);
  EnclosingNest leave();
  void enter_copies() { ++copies_; }
  void leave_copies() { --copies_; }
  /// Tells whether what stands here runs several times in its function.
  bool run_again() const { return !nests_.empty() || copies_ > 0; }
  /// Moves loads before, and stores after, pipelined loops out of the nests that do not change them.
  void move_out(Surroundings&);

 private:
  std::vector<EnclosingNest> nests_;  // outermost first
  int copies_ = 0;                    ///< number of completely unrolled loops around the position
};

}  // namespace pom::dse::estimate
