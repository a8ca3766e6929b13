#pragma once
#include <functional>
#include <vector>

#include "driver/explore/process_rates.hpp"

namespace pom::driver {

using Choices = std::vector<RateChoice>;

/// A time that all processes of a streaming program keep, and the choices of the least work that keep it.
struct Pace {
  double time = 0;  ///< cycles of the slowest process, those in which it waits for its lanes included
  double work = 0;  ///< operations in one cycle of all processes together
  Choices choices;  ///< by process
};

/// Of all times that some choice takes, those at which less work is enough than at any shorter one; slowest first. What
/// processes hand to each other in widths that do not divide each other takes them longer (hand_over.hpp), so that the
/// choices of a pace mostly fit together. `is_over`, if there is any: is asked between times, and ends the list with
/// the slowest pace.
std::vector<Pace> list_paces(const poly::Scop& as_written, const SumCycles& = one_cycle, const RateDirectives& = {},
                             const std::function<bool()>& is_over = {});

}  // namespace pom::driver
