#include <algorithm>
#include <numeric>

#include "dse/transform/steps/nest_search.hpp"

namespace pom::dse::transform {

namespace {

/// Each wavefront of a larger sum of factors is longer and thinner.
constexpr std::int64_t largest_sum = 8;

/// The new loop: Σ factors[n] · loop n, over all levels; 0 for loops that take no part, 1 for the skewed one.
struct Wave {
  std::vector<std::int64_t> factors;
  int skewed = -1;
};

/// The least distance of a box along the wave; nothing: no bound.
std::optional<std::int64_t> least_along(const Wave& wave, const graph::DistanceBox& box) {
  std::int64_t sum = 0;
  for (std::size_t level = 0; level < wave.factors.size(); ++level) {
    if (wave.factors[level] == 0) continue;
    if (!box.entries[level].low) return std::nullopt;
    sum += wave.factors[level] * *box.entries[level].low;
  }
  return sum;
}

bool carries_all(const Wave& wave, const std::vector<graph::DistanceBox>& boxes) {
  return std::all_of(boxes.begin(), boxes.end(),
                     [&](const graph::DistanceBox& box) { return least_along(wave, box).value_or(0) >= 1; });
}

/// Shares `sum` out among the levels from `level` to the skewed one, in all ways, until the wave carries everything.
bool share_out(Wave& wave, int level, std::int64_t sum, const std::vector<graph::DistanceBox>& boxes) {
  if (level == wave.skewed) return sum == 0 && carries_all(wave, boxes);
  for (std::int64_t factor = sum; factor >= 0; --factor) {
    wave.factors[level] = factor;
    if (share_out(wave, level + 1, sum - factor, boxes)) return true;
  }
  wave.factors[level] = 0;
  return false;
}

std::optional<Wave> find_wave(const std::vector<graph::DistanceBox>& boxes, int outer, int depth) {
  for (std::int64_t sum = 1; sum <= largest_sum; ++sum) {
    for (int skewed = depth - 1; skewed > outer; --skewed) {
      Wave wave{std::vector<std::int64_t>(depth, 0), skewed};
      wave.factors[skewed] = 1;
      if (share_out(wave, outer, sum, boxes)) return wave;
    }
  }
  return std::nullopt;
}

/// What the loops outside `level` leave, without dependences inside one iteration.
std::vector<graph::DistanceBox> left_inside(std::vector<graph::DistanceBox> boxes, int level) {
  for (int outer = 0; outer < level; ++outer) boxes = graph::not_carried_by(outer, boxes);
  std::erase_if(boxes, [&](const graph::DistanceBox& box) {
    return std::all_of(box.entries.begin() + level, box.entries.end(),
                       [](const graph::Range& range) { return range.low == 0 && range.high == 0; });
  });
  return boxes;
}

std::string wave_text(const poly::Statement& statement, const Wave& wave) {
  std::string text;
  for (std::size_t level = 0; level < wave.factors.size(); ++level) {
    const std::int64_t factor = wave.factors[level];
    if (factor == 0) continue;
    text +=
        (text.empty() ? "" : " + ") + (factor == 1 ? "" : std::to_string(factor) + "*") + statement.loops[level].name;
  }
  return text;
}

std::optional<Plan> apply_skews(NestSearch& search, const Plan& plan, const LeafNest& leaf, const Wave& wave) {
  const poly::Statement& first = plan.scop.statements[leaf.statements.front()];
  Schedule more;
  TrailStep step{"skew",
                 {},
                 "",
                 "no order of its loops frees the innermost one; " + wave_text(first, wave) +
                     " grows along every dependence that the loops outside leave"};
  for (int s : leaf.statements) {
    const poly::Statement& statement = plan.scop.statements[s];
    step.statements.push_back(statement.name);
    for (int level = 0; level < wave.skewed; ++level) {
      if (wave.factors[level] == 0) continue;
      more.push_back({Skew{statement.name, loop_ref(statement, level), loop_ref(statement, wave.skewed),
                           wave.factors[level], 1, "", ""},
                      plan.scop.program->computes[s].at});
    }
  }
  return extend(search, plan, more, std::move(step));
}

/// The skewed loop outside, behind the first `outer` ones.
std::optional<Plan> move_outside(NestSearch& search, const Plan& plan, const LeafNest& leaf, int skewed, int outer) {
  graph::LoopOrder order(leaf.depth);
  std::iota(order.begin(), order.end(), 0);
  std::rotate(order.begin() + outer, order.begin() + skewed, order.begin() + skewed + 1);
  const std::string& name = plan.scop.statements[leaf.statements.front()].loops[skewed].name;
  return reorder_to(search, plan, leaf, order, "outside, " + name + " carries all of them: the loops inside are free");
}

}  // namespace

std::optional<Plan> skew(NestSearch& search, const Plan& plan, const LeafNest& leaf) {
  if (!search.may(Strategy::skew) || !search.may(Strategy::interchange)) return std::nullopt;
  const int before = search.tight(plan);
  const std::vector<graph::DistanceBox> boxes = search.table.between(plan.scop, leaf.statements);
  for (int outer = leaf.depth - 2; outer >= leaf.first; --outer) {
    const auto wave = find_wave(left_inside(boxes, outer), outer, leaf.depth);
    if (!wave) continue;
    const auto skewed = apply_skews(search, plan, leaf, *wave);
    if (!skewed) continue;
    auto moved = move_outside(search, *skewed, leaf, wave->skewed, outer);
    if (moved && search.tight(*moved) < before) return moved;
  }
  return std::nullopt;
}

}  // namespace pom::dse::transform
