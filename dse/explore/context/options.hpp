#pragma once
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "dse/explore/budget/goal.hpp"
#include "dse/explore/budget/watch.hpp"
#include "dse/explore/context/masters.hpp"
#include "dse/kernel/rewrite/unit.hpp"
#include "dse/transform/steps/transform_options.hpp"

namespace pom::dse::explore {

/// The parts of a program with buffers that a search must not change, by names of computes.
struct Frame {
  std::set<std::string> copies;  ///< computes that move elements between bus and chip
  std::set<std::string> words;   ///< copies whose innermost loop runs over the elements of a word, and is built whole
  std::map<std::string, int> loops;  ///< outermost loops of a compute that hold copies: they stay in their order
  bool copies_beside_work = false;   ///< the bound is that of the work alone

  bool is_copy(const std::string& compute) const { return copies.contains(compute); }
};

/// What the search may do and may use.
struct ExploreOptions {
  /// Shares of the device, 0 … 1.
  double dsp = 1, lut = 1, ff = 1, bram = 1;
  /// Of the upper bounds that have to be within them; 0: the estimates themselves.
  double confidence = 0;
  double port_banks = INFINITY;  ///< memories outside, at most: count_port_banks
  Objective objective = Objective::latency;
  double latency_target = 0;        ///< cycles; above 0: the cheapest design that meets it
  double seconds = INFINITY;        ///< afterwards the best design so far is the answer
  double bound_seconds = INFINITY;  ///< since the beginning; afterwards no bound is raised any more
  int threads = 1;                  ///< that search units; their number changes no result
  std::set<transform::Strategy> strategies = {transform::Strategy::interchange, transform::Strategy::distribute,
                                              transform::Strategy::skew, transform::Strategy::fuse};
  HardwareStrategies hardware;                    ///< directives that it may use
  bool bind_operators = true;                     ///< sums without DSP blocks are part of the space
  bool share_modules = true;                      ///< equal nests may become one function
  bool buffer = true;                             ///< what loops use of arguments behind a bus may lie on the chip
  bool pack = true;                               ///< ports behind a bus may hand over words of several elements
  Masters masters;                                ///< what the board's memories are reached by
  Frame frame;                                    ///< what stays as written
  double incumbent = INFINITY;                    ///< cycles; what takes longer is of no use
  std::function<void(const Progress&)> progress;  ///< called now and then, by one thread at a time
  std::function<bool()> interrupted;              ///< asked now and then, by any thread; true: like the end of the time
};

}  // namespace pom::dse::explore
