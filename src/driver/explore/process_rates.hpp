#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "dse/explore/tiles/widths.hpp"
#include "polyhedral/ir/scop.hpp"

namespace pom::driver {

/// Ways and paces that differ by less than the model's error are one: so a loop of any length has a few hundred.
constexpr double least_difference = 1.02;

/// One way to run a nest: which of the loops that all of its statements share is pipelined, and how many of its
/// iterations are one. All loops inside are unrolled. Or the innermost loop of one statement alone is pipelined. A
/// process of several nests has one of them, the one with the most work, and `others`.
struct RateChoice {
  std::string compute, loop;                                ///< whose loop it is, and its name; empty: there is none
  std::vector<std::pair<std::string, std::string>> shared;  ///< by compute, the names that all of them give the loop
  int level = 0;                                            ///< of the loop, 0 outermost
  std::int64_t at_once = 1;
  double cycles = 0;          ///< iterations that are started
  double work = 0;            ///< operations in one of them, products first of all
  bool partial = false;       ///< the last iteration is not whole: the loop's count is no multiple of `at_once`
  std::int64_t interval = 1;  ///< cycles from the start of one iteration to that of the next
  int nest = 0;               ///< the number in front of its statements' positions
  std::vector<RateChoice> others = {};  ///< of the process's other nests, which run before or behind it

  double all_cycles() const { return cycles_with(nest, 1); }
  double all_work() const;

  /// Cycles of all nests where its FIFOs ask one of them for so many from one iteration to the next at least.
  double cycles_with(int asked_nest, double least_interval) const;

  /// The choice of one of its nests.
  const RateChoice& part_of(int nest) const;

  /// "start.split(x, 2); conv.split(x, 2); conv.pipeline(x_0, 1)"
  Schedule schedule() const;
};

/// From one addition of floats of this type to the next that uses its result.
using SumCycles = std::function<std::int64_t(const Type&)>;
inline std::int64_t one_cycle(const Type&) { return 1; }

/// The directives that choices may be made of. Without `unroll` there is one iteration at a time of a loop that has no
/// other one inside; without `split` there are no several iterations at once.
struct RateDirectives {
  bool split = true, unroll = true;
  dse::explore::PortWidths ports{/*most_bits=*/0};  ///< of arguments behind a bus
};

/// Of each process of a program as written, the choices that no other one beats in both cycles and work, slowest first.
std::vector<std::vector<RateChoice>> list_rates(const poly::Scop& as_written, const SumCycles& = one_cycle,
                                                const RateDirectives& = {});

}  // namespace pom::driver
