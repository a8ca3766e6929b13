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
};

double count_iterations(const dsl::Compute& compute) {
  const auto trips = constant_trips(compute);
  if (!trips) return INFINITY;
  double all = 1;
  for (const std::int64_t trip : *trips) all *= static_cast<double>(trip);
  return all;
}

/// In the order of the program.
std::vector<Nest> find_nests(const dsl::Function& program) {
  std::map<int, Nest> by_place;
  for (const dsl::Compute& compute : program.computes) {
    Nest& nest = by_place[compute.position.front()];
    nest.iterations = std::max(nest.iterations, count_iterations(compute));
    nest.arrays.insert(compute.store.array);
    for (const dsl::Access& load : compute.loads) nest.arrays.insert(load.array);
  }
  std::vector<Nest> nests;
  for (auto& [place, nest] : by_place) nests.push_back(std::move(nest));
  return nests;
}

bool share_array(const Nest& a, const Nest& b) {
  return std::any_of(a.arrays.begin(), a.arrays.end(), [&](int array) { return b.arrays.contains(array); });
}

}  // namespace

std::vector<std::size_t> find_waves(std::size_t nests, const std::function<bool(std::size_t, std::size_t)>& waits) {
  std::vector<std::size_t> waves(nests);
  for (std::size_t nest = 0; nest < nests; ++nest) {
    for (std::size_t before = 0; before < nest; ++before) {
      if (waits(nest, before)) waves[nest] = std::max(waves[nest], waves[before] + 1);
    }
  }
  return waves;
}

std::int64_t count_at_once(const dsl::Function& program) {
  const std::vector<Nest> nests = find_nests(program);
  double longest = 0;
  for (const Nest& nest : nests) longest = std::max(longest, nest.iterations);
  const std::vector<std::size_t> waves = find_waves(
      nests.size(), [&](std::size_t nest, std::size_t before) { return share_array(nests[nest], nests[before]); });
  std::vector<std::int64_t> heavy(nests.size());  // by wave
  for (std::size_t n = 0; n < nests.size(); ++n)
    heavy[waves[n]] += std::isinf(nests[n].iterations) || nests[n].iterations >= heavy_part * longest;
  return nests.empty() ? 1 : std::max<std::int64_t>(1, *std::max_element(heavy.begin(), heavy.end()));
}

}  // namespace pom::dse::explore
