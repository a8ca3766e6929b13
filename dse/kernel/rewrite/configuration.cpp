#include "dse/kernel/rewrite/configuration.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>

#include "dse/kernel/trip_counts.hpp"

namespace pom::dse {

namespace {

std::int64_t saturating_product(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? std::numeric_limits<std::int64_t>::max() : product;
}

}  // namespace

std::int64_t Configuration::copies() const {
  return std::accumulate(factors.begin(), factors.end(), std::int64_t{1}, saturating_product);
}

std::int64_t Configuration::copies_along(unsigned loops) const {
  std::int64_t product = 1;
  for (std::size_t n = 0; n < factors.size() && n < 32; ++n)
    product = saturating_product(product, loops >> n & 1U ? factors[n] : 1);
  return product;
}

namespace {

bool has_all_copies(const UnitLoop& loop, std::int64_t factor) {
  return factor > 1 && loop.is_of_box() && factor >= loop.trip;
}

}  // namespace

bool is_unrolled(const Unit& unit, const Configuration& choice, std::size_t n) {
  if (!has_all_copies(unit.loops[n], choice.factors[n])) return false;
  return static_cast<int>(n) > unit.first_perfect || !is_all_at_once(unit, choice);
}

bool is_all_at_once(const Unit& unit, const Configuration& choice) {
  for (auto n = static_cast<std::size_t>(unit.first_perfect); n < unit.loops.size(); ++n) {
    if (!has_all_copies(unit.loops[n], choice.factors[n])) return false;
  }
  return true;
}

Configuration one_copy(const Unit& unit) {
  Configuration choice;
  choice.factors.assign(unit.loops.size(), 1);
  if (!unit.allowed.pipeline) choice.interval = 0;
  return choice;
}

namespace {

/// Strips inside begin where those outside do, or the other way round: else bounds are divisions, which no two
/// compilers write alike.
bool fit_together(const BoundOn& bound, const Configuration& choice) {
  const std::int64_t outer = bound.slope * choice.factors[bound.outer], inner = choice.factors[bound.inner];
  return choice.factors[bound.outer] == 1 || outer % inner == 0 || inner % outer == 0;
}

/// All iterations of a loop that bounds inside depend on may be copies: these bounds are the widest ones then, and the
/// loops inside run as one with those outside, of which `facts` says nothing. Of a loop of changing length, and where
/// loops inside are cut too, isl finds other conditions.
bool may_be_whole(const Unit& unit, const Configuration& choice, std::size_t n) {
  const bool cut_inside = std::any_of(unit.bounds.begin(), unit.bounds.end(), [&](const BoundOn& bound) {
    return bound.outer == n && choice.factors[bound.inner] > 1;
  });
  return n == 0 && unit.as_one <= 1 && !unit.loops[n].variable && !cut_inside;
}

}  // namespace

bool is_buildable(const Unit& unit, const Configuration& choice) {
  for (std::size_t n = 0; n < unit.loops.size(); ++n) {
    const UnitLoop& loop = unit.loops[n];
    const std::int64_t factor = choice.factors[n];
    if (factor > 1 && (!loop.cuttable || factor > loop.trip)) return false;
    if (!loop.is_of_box() && factor == loop.trip && !may_be_whole(unit, choice, n)) return false;
    if (factor > 1 && !unit.allowed.split && !is_unrolled(unit, choice, n)) return false;
  }
  if (unit.first_perfect > 0 && is_all_at_once(unit, choice)) return false;  // what stands around is left to pipeline
  return std::all_of(unit.bounds.begin(), unit.bounds.end(),
                     [&](const BoundOn& bound) { return fit_together(bound, choice); });
}

const std::vector<UnitFact>& facts_of(const Unit& unit, const Configuration& choice) {
  const auto has_copies = [&](std::size_t as_one) {
    const auto around = choice.factors.begin() + static_cast<std::ptrdiff_t>(as_one);
    return std::any_of(choice.factors.begin(), around, [](std::int64_t factor) { return factor > 1; });
  };
  const WiderBand* widest = nullptr;
  for (const WiderBand& wider : unit.wider) {
    if (choice.factors[wider.inner] <= wider.drift) break;
    widest = &wider;
  }
  if (widest) return has_copies(widest->as_one) ? widest->facts_with_copies : widest->facts;
  return has_copies(unit.as_one) ? unit.facts_with_copies : unit.facts;
}

const UnitLoop& pipelined_loop(const Unit& unit, const Configuration& choice) {
  std::size_t n = unit.loops.size() - 1;
  while (n > 0 && is_unrolled(unit, choice, n)) --n;
  return unit.loops[n];
}

std::optional<std::size_t> loop_apart(const Unit& unit, const Configuration& choice) {
  // Marks on statements that stand in several loops would be those of other units too.
  const bool own =
      std::any_of(unit.loops.begin(), unit.loops.end(), [](const UnitLoop& loop) { return loop.cuttable; });
  if (!choice.outer_apart || choice.interval <= 0 || !own) return {};
  std::vector<std::size_t> running;  // innermost first
  for (std::size_t n = unit.loops.size(); n-- > static_cast<std::size_t>(unit.first_perfect);) {
    if (!is_unrolled(unit, choice, n)) running.push_back(n);
  }
  if (running.size() < loops_at_once) return {};
  return running[running.size() == loops_at_once ? loops_at_once - 1 : loops_at_once];
}

}  // namespace pom::dse
