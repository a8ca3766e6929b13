#include "dse/transform/improve_nest.hpp"

#include <algorithm>

namespace pom::dse::transform {

namespace {

std::optional<Plan> reorder_any(NestSearch& search, const Plan& plan) {
  for (const LeafNest& leaf : find_leaf_nests(plan.scop)) {
    if (auto better = reorder(search, plan, leaf)) return better;
  }
  return std::nullopt;
}

/// Statements that shared a leaf nest before they were cut apart.
using Families = std::vector<std::vector<int>>;

/// The first step that leaves fewer tight statements.
std::optional<Plan> loosen_any(NestSearch& search, const Plan& plan, Families& families) {
  for (const LeafNest& leaf : find_leaf_nests(plan.scop)) {
    if (!search.is_tight(plan, leaf)) continue;
    for (AfterCut then : {AfterCut::reorder, AfterCut::reorder_or_skew}) {
      if (then == AfterCut::reorder_or_skew) {
        if (auto rotated = rotate(search, plan, leaf)) return rotated;
        if (auto skewed = skew(search, plan, leaf)) return skewed;
      }
      if (auto apart = distribute(search, plan, leaf, then)) {
        if (leaf.statements.size() > 1) families.push_back(leaf.statements);
        return apart;
      }
    }
  }
  return std::nullopt;
}

void merge_families(NestSearch& search, Plan& plan, const Families& families) {
  if (!search.may(Strategy::fuse)) return;
  for (const std::vector<int>& family : families) {
    if (search.options.is_over()) return;
    while (auto merged = merge(search, plan, family)) plan = *std::move(merged);
  }
}

}  // namespace

Plan improve_nest(const NestProgram& nest, const TransformOptions& options) {
  NestSearch search(nest, options);
  const Plan as_written = as_written_plan(nest);
  Plan plan = as_written;
  Families families;
  // A reordering leaves its nest with the most parallel order, where no other one beats it; the other steps leave fewer
  // tight statements. The bound only guards against a mistake in this.
  const std::size_t most_steps = 4 * nest.statements.size() + 4;
  for (std::size_t step = 0; step < most_steps && !options.is_over(); ++step) {
    auto better = reorder_any(search, plan);
    if (!better) better = loosen_any(search, plan, families);
    if (!better) break;
    plan = *std::move(better);
  }
  merge_families(search, plan, families);
  return plan.directives.empty() || search.tight(plan) > search.tight(as_written) ? as_written : plan;
}

}  // namespace pom::dse::transform
