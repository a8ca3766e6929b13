#include "dse/explore/knapsack.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace pom::dse {

namespace {

/// Weights above the lightest option of the group, in grains.
std::vector<std::size_t> count_grains(const std::vector<Option>& group, double grain, double lightest) {
  std::vector<std::size_t> grains;
  for (const Option& option : group)
    grains.push_back(static_cast<std::size_t>(std::ceil((option.weight - lightest) / grain)));
  return grains;
}

}  // namespace

std::vector<std::size_t> choose_options(const std::vector<std::vector<Option>>& groups, double limit, double grain) {
  std::vector<std::vector<std::size_t>> grains;
  double left = limit;
  for (const auto& group : groups) {
    const auto lighter = [](const Option& a, const Option& b) { return a.weight < b.weight; };
    const double lightest = std::min_element(group.begin(), group.end(), lighter)->weight;
    left -= lightest;
    grains.push_back(count_grains(group, grain, lightest));
  }
  if (left < 0) return {};
  // More than what the heaviest options need is not needed.
  std::size_t most = 0;
  for (const auto& group : grains) most += *std::max_element(group.begin(), group.end());
  const std::size_t capacity = std::min(most, static_cast<std::size_t>(left / grain));
  std::vector<double> least(capacity + 1, 0);  // of the groups so far, by grains that they may take
  std::vector<std::vector<std::uint32_t>> taken;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    std::vector<double> next(capacity + 1, std::numeric_limits<double>::infinity());
    taken.emplace_back(capacity + 1);
    for (std::size_t n = 0; n < groups[g].size(); ++n) {
      for (std::size_t room = grains[g][n]; room <= capacity; ++room) {
        const double value = least[room - grains[g][n]] + groups[g][n].value;
        if (value >= next[room]) continue;
        next[room] = value;
        taken.back()[room] = static_cast<std::uint32_t>(n);
      }
    }
    least = std::move(next);
  }
  std::vector<std::size_t> chosen(groups.size());
  for (std::size_t g = groups.size(), room = capacity; g-- > 0;) {
    chosen[g] = taken[g][room];
    room -= grains[g][chosen[g]];
  }
  return chosen;
}

}  // namespace pom::dse
