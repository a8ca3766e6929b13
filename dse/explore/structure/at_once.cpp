#include "dse/explore/structure/at_once.hpp"

#include <algorithm>

#include "dse/kernel/rewrite/touched.hpp"

namespace pom::dse::explore {

namespace {

/// Part of the longest nest's iterations.
constexpr double heavy_part = 0.1;

/// Of the deepest statement, on average.
double count_iterations(const Node& node) {
  double inside = 1;
  for (const auto* body : {&node.loop.body, &node.branch.then, &node.branch.otherwise}) {
    for (const Node& one : *body) inside = std::max(inside, count_iterations(one));
  }
  return node.kind == Node::Kind::loop ? node.loop.trip.average * inside : inside;
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

std::int64_t count_at_once(const Function& function) {
  std::vector<double> iterations;
  std::vector<Touched> touched;
  double longest = 0;
  for (const Node& nest : function.body) {
    iterations.push_back(count_iterations(nest));
    touched.push_back(find_touched(function, {&nest, 1}));
    longest = std::max(longest, iterations.back());
  }
  const auto share_array = [&](std::size_t nest, std::size_t before) {
    const Touched& other = touched[before];
    const auto has = [&](int array) { return other.has(array); };
    return std::any_of(touched[nest].reads.begin(), touched[nest].reads.end(), has) ||
           std::any_of(touched[nest].writes.begin(), touched[nest].writes.end(), has);
  };
  const std::vector<std::size_t> waves = find_waves(iterations.size(), share_array);
  std::vector<std::int64_t> heavy(iterations.size() + 1, 0);  // by wave
  for (std::size_t n = 0; n < iterations.size(); ++n) heavy[waves[n]] += iterations[n] >= heavy_part * longest;
  return std::max<std::int64_t>(1, *std::max_element(heavy.begin(), heavy.end()));
}

}  // namespace pom::dse::explore
