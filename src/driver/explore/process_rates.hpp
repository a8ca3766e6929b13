#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "polyhedral/ir/scop.hpp"

namespace pom::driver {

/// One way to run a process: which of the loops that all of its statements share is pipelined, and how many of its
/// iterations are one. All loops inside are unrolled. Or the innermost loop of one statement alone is pipelined.
struct RateChoice {
  std::string compute, loop;                                ///< whose loop it is, and its name; empty: there is none
  std::vector<std::pair<std::string, std::string>> shared;  ///< by compute, the names that all of them give the loop
  int level = 0;                                            ///< of the loop, 0 outermost
  std::int64_t at_once = 1;
  double cycles = 0;          ///< iterations that are started
  double work = 0;            ///< operations in one of them, products first of all
  bool partial = false;       ///< the last iteration is not whole: the loop's count is no multiple of `at_once`
  std::int64_t interval = 1;  ///< cycles from the start of one iteration to that of the next

  /// "start.split(x, 2); conv.split(x, 2); conv.pipeline(x_0, 1)"
  Schedule schedule() const;
};

/// The values of a loop around a statement, as a box has them.
double trips(const poly::Statement&, std::size_t level);

/// Of each process of a program as written, the choices that no other one beats in both cycles and work, slowest first.
std::vector<std::vector<RateChoice>> list_rates(const poly::Scop& as_written);

}  // namespace pom::driver
