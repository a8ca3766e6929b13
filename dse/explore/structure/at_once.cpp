#include "dse/explore/structure/at_once.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "dse/explore/tiles/external.hpp"

namespace pom::dse::explore {

namespace {

/// Part of the longest nest's iterations.
constexpr double heavy_part = 0.1;

struct Nest {
  double iterations = 0;  ///< of its deepest statement; INFINITY: not known
  std::set<int> arrays;
  std::size_t wave = 0;  ///< nests that it waits for, one after the other
};

double count_iterations(const dsl::Compute& compute) {
  const auto trips = constant_trips(compute);
  if (!trips) return INFINITY;
  double all = 1;
  for (const std::int64_t trip : *trips) all *= static_cast<double>(trip);
  return all;
}

/// By the nest's place in the program.
std::map<int, Nest> find_nests(const dsl::Function& program) {
  std::map<int, Nest> nests;
  for (const dsl::Compute& compute : program.computes) {
    Nest& nest = nests[compute.position.front()];
    nest.iterations = std::max(nest.iterations, count_iterations(compute));
    nest.arrays.insert(compute.store.array);
    for (const dsl::Access& load : compute.loads) nest.arrays.insert(load.array);
  }
  return nests;
}

bool share_array(const Nest& a, const Nest& b) {
  return std::any_of(a.arrays.begin(), a.arrays.end(), [&](int array) { return b.arrays.contains(array); });
}

}  // namespace

std::int64_t count_at_once(const dsl::Function& program) {
  std::map<int, Nest> nests = find_nests(program);
  double longest = 0;
  for (const auto& [place, nest] : nests) longest = std::max(longest, nest.iterations);
  std::map<std::size_t, std::int64_t> heavy;  // by wave
  for (auto nest = nests.begin(); nest != nests.end(); ++nest) {
    for (auto before = nests.begin(); before != nest; ++before) {
      if (share_array(nest->second, before->second))
        nest->second.wave = std::max(nest->second.wave, before->second.wave + 1);
    }
    const bool counts = std::isinf(nest->second.iterations) || nest->second.iterations >= heavy_part * longest;
    heavy[nest->second.wave] += counts ? 1 : 0;
  }
  std::int64_t most = 1;
  for (const auto& [wave, count] : heavy) most = std::max(most, count);
  return most;
}

}  // namespace pom::dse::explore
