#pragma once
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace pom::driver {

/// Whether two variables may have these values together.
struct PairConstraint {
  int first = 0, second = 0;
  std::function<bool(std::size_t of_first, std::size_t of_second)> allows;
};

/// One value for each variable, of which `costs[v][n]` is what value n of variable v costs, infinite where it may not
/// be: the least sum that all constraints allow, exactly, by eliminating one variable after the other. Nothing where
/// there is none, or where so many variables depend on each other that it takes too much memory.
std::optional<std::vector<std::size_t>> cheapest_choices(const std::vector<std::vector<double>>& costs,
                                                         const std::vector<PairConstraint>& constraints);

}  // namespace pom::driver
