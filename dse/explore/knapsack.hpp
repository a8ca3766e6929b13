#pragma once
#include <cstddef>
#include <vector>

namespace pom::dse {

/// One way to go on for one of several groups.
struct Option {
  double value = 0;   ///< the less the better
  double weight = 0;  ///< may be negative
};

/// The option of each group, one of every group, whose values add up to least while the weights add up to no more than
/// `limit` (multiple-choice knapsack). Weights count in whole `grain`s, rounded up: what is found holds the limit, and
/// is the least but for that. Groups must not be empty. Empty: nothing holds the limit.
std::vector<std::size_t> choose_options(const std::vector<std::vector<Option>>& groups, double limit, double grain);

}  // namespace pom::dse
