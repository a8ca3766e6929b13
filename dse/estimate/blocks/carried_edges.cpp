#include "dse/estimate/blocks/carried_edges.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>

#include "dse/estimate/blocks/index_equality.hpp"
#include "dse/estimate/qor/cycles.hpp"

namespace pom::dse::estimate {

namespace {

constexpr std::size_t most_loops = 8;

/// Distances between two iterations, loop by loop; a loop without a bit in `known` may have any distance.
struct Offsets {
  std::array<std::int64_t, most_loops> value{};
  unsigned known = 0;

  bool has(std::size_t loop) const { return known >> loop & 1U; }
  void set(std::size_t loop, std::int64_t offset) {
    value[loop] = offset;
    known |= 1U << loop;
  }
  void reset(std::size_t loop) { known &= ~(1U << loop); }
};

using Factors = std::array<std::int64_t, most_loops>;

/// Solves Σ factor·offset = difference for the unknown offsets of a mixed-radix index such as 64·i + j: the largest
/// factor first, with the offset nearest to the quotient for which the rest has a solution.
bool solve(const Factors& factors, const std::vector<RunningLoop>& loops, Offsets& offsets, std::int64_t difference) {
  std::size_t largest = loops.size();
  for (std::size_t n = 0; n < loops.size(); ++n) {
    if (factors[n] == 0 || offsets.has(n)) continue;
    if (largest == loops.size() || std::llabs(factors[n]) > std::llabs(factors[largest])) largest = n;
  }
  if (largest == loops.size()) return difference == 0;
  const std::int64_t factor = factors[largest], quotient = difference / factor;
  for (const std::int64_t trial : {quotient, quotient - 1, quotient + 1}) {
    if (std::llabs(trial) >= loops[largest].trip) continue;
    offsets.set(largest, trial);
    if (solve(factors, loops, offsets, difference - factor * trial)) return true;
    offsets.reset(largest);
  }
  return false;
}

/// Adds the equation of one dimension; returns false if the indices are never equal.
bool add_equation(const Linear& earlier, const Linear& later, const std::vector<RunningLoop>& loops, Offsets& offsets) {
  if (earlier.opaque || later.opaque) return true;
  // Indices with different terms are compared together, by IndexEquality.
  if (!earlier.same_terms(later)) return true;
  Factors factors{};
  std::int64_t difference = earlier.constant - later.constant;
  for (std::size_t n = 0; n < loops.size(); ++n) {
    factors[n] = earlier.coefficient_of(loops[n].id) * loops[n].step;
    if (offsets.has(n)) difference -= factors[n] * offsets.value[n];
  }
  return solve(factors, loops, offsets, difference);
}

/// Adds what all dimensions together say of the offsets: A[i][j] and A[j][i] meet where i and j are equal, never in
/// another iteration of j. Returns false if the element is never the same.
bool add_all_equations(const Linear* earlier, const Linear* later, int rank, const std::vector<RunningLoop>& loops,
                       Offsets& offsets) {
  IndexEquality equality(loops);
  for (int d = 0; d < rank; ++d) equality.add(earlier[d], later[d]);
  if (!equality.solve()) return false;
  for (std::size_t n = 0; n < loops.size(); ++n) {
    if (const auto offset = equality.offset(n); offset && !offsets.has(n)) offsets.set(n, *offset);
  }
  return true;
}

/// Returns the distance in iterations of the flattened loops: at least 1, and the smallest that the loops without an
/// equation allow. An iteration of an outer loop counts as all iterations of the inner loops.
std::optional<std::int64_t> nearest_later(const Offsets& offsets, const std::vector<RunningLoop>& loops) {
  // A loop that has no iteration for some sizes is judged as if it had one.
  const auto trip_of = [&](std::size_t n) { return std::max<std::int64_t>(loops[n].trip, 1); };
  std::int64_t iterations = 1;
  for (std::size_t n = 0; n < loops.size(); ++n) iterations = counted_product(iterations, trip_of(n));
  if (iterations == most_counted) return 1;  // distances are saturated: assume the smallest
  std::int64_t distance = 0, weight = 1, slack = 0;
  for (std::size_t n = 0; n < loops.size(); ++n) {
    if (offsets.has(n)) distance += offsets.value[n] * weight;
    if (!offsets.has(n)) slack += (trip_of(n) - 1) * weight;
    weight *= trip_of(n);
  }
  for (std::size_t n = loops.size(); n-- > 0;) {
    weight /= trip_of(n);
    if (offsets.has(n)) continue;
    slack -= (trip_of(n) - 1) * weight;
    const std::int64_t missing = 1 - distance - slack;  // what this loop must contribute at least
    std::int64_t steps = missing > 0 ? (missing + weight - 1) / weight : -(-missing / weight);
    steps = std::clamp(steps, 1 - trip_of(n), trip_of(n) - 1);
    distance += steps * weight;
  }
  return distance >= 1 ? std::optional(distance) : std::nullopt;
}

}  // namespace

std::optional<std::int64_t> carried_distance(const Linear* earlier, const Linear* later, int rank,
                                             const std::vector<RunningLoop>& loops) {
  if (loops.size() > most_loops) return 1;
  Offsets offsets;
  bool comparable = true;
  for (int d = 0; d < rank; ++d) {
    if (!add_equation(earlier[d], later[d], loops, offsets)) return {};
    comparable = comparable && earlier[d].same_terms(later[d]);
  }
  if (!comparable && !add_all_equations(earlier, later, rank, loops, offsets)) return {};
  return nearest_later(offsets, loops);
}

GcdTest::GcdTest(const Linear* indices, int rank, const std::vector<RunningLoop>& loops) {
  for (int d = 0; d < rank; ++d) {
    std::int64_t stride = 0;
    for (const RunningLoop& loop : loops) stride = std::gcd(stride, indices[d].coefficient_of(loop.id) * loop.step);
    strides_.push_back(stride);
  }
}

bool GcdTest::may_depend(const Linear* earlier, const Linear* later) const {
  for (std::size_t d = 0; d < strides_.size(); ++d) {
    const std::int64_t difference = earlier[d].constant - later[d].constant;
    if (strides_[d] == 0 ? difference != 0 : difference % strides_[d] != 0) return false;
  }
  return true;
}

std::int64_t GcdTest::remainder(const Linear* indices, int d) const {
  const std::int64_t constant = indices[d].constant, stride = std::abs(strides_[d]);
  return stride == 0 ? constant : (constant % stride + stride) % stride;
}

}  // namespace pom::dse::estimate
