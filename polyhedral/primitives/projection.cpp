#include "polyhedral/primitives/projection.hpp"

#include <algorithm>

#include "dsl/model/any_part.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/primitives/index_expression.hpp"
#include "polyhedral/primitives/program_edit.hpp"

namespace pom::poly {

namespace {

using dsl::ExprPtr;
using dsl::Op;

bool has_constant_bounds(const dsl::Loop& loop) {
  return loop.lower->op == Op::integer && loop.upper->op == Op::integer;
}

bool mentions_other(const dsl::Loop& loop, const std::vector<int>& kept, int levels) {
  for (int level = 0; level < levels; ++level) {
    if (std::binary_search(kept.begin(), kept.end(), level)) continue;
    if (dsl::mentions_loop(*loop.lower, level) || dsl::mentions_loop(*loop.upper, level)) return true;
  }
  return false;
}

/// The kept loops; from its least to its greatest value where a loop that is gone bounds one. Nothing: it has no end.
std::optional<std::vector<dsl::Loop>> keep_loops(const dsl::Compute& compute, const isl::set& domain,
                                                 const std::vector<int>& kept) {
  std::vector<ExprPtr> values(compute.loops.size());
  std::vector<dsl::Loop> loops;
  for (const int level : kept) {
    dsl::Loop loop = compute.loops[level];
    if (mentions_other(loop, kept, level)) {
      const auto least = minimum(keep_only(domain, level), 0), greatest = maximum(keep_only(domain, level), 0);
      if (!least || !greatest) return std::nullopt;
      loop.lower = dsl::make_integer(*least, p_int32, loop.at);
      loop.upper = dsl::make_integer(*greatest + 1, p_int32, loop.at);
    } else {
      Substitution renumber(values);
      loop.lower = renumber(loop.lower);
      loop.upper = renumber(loop.upper);
    }
    loops.push_back(std::move(loop));
    values[level] = loop_node(loops, static_cast<int>(loops.size()) - 1);
  }
  return loops;
}

/// The kept loops run over all that is left of the statement's iterations without the others.
bool is_whole(const dsl::Compute& compute, const std::vector<int>& kept) {
  if (!compute.guards.empty()) return false;
  for (int level = 0; level < static_cast<int>(compute.loops.size()); ++level) {
    const bool stays = std::binary_search(kept.begin(), kept.end(), level);
    if (stays ? mentions_other(compute.loops[level], kept, level) : !has_constant_bounds(compute.loops[level]))
      return false;
  }
  return true;
}

}  // namespace

std::optional<ProjectedNest> project_nest(const Scop& as_written, int statement, const std::vector<int>& kept) {
  const dsl::Compute& compute = as_written.program->computes[statement];
  const isl::set& domain = as_written.statements[statement].domain;
  auto loops = keep_loops(compute, domain, kept);
  if (!loops) return std::nullopt;
  if (is_whole(compute, kept)) return ProjectedNest{*std::move(loops), {}};
  const isl::set rest = keep_dimensions(domain, {kept.begin(), kept.end()});
  if (rest.is_equal(isl::set::universe(rest.space()))) return ProjectedNest{*std::move(loops), {}};
  const auto guard = condition_of(rest, *as_written.program, *loops);
  if (!guard) return std::nullopt;
  if ((*guard)->op == Op::integer) return ProjectedNest{*std::move(loops), {}};  // it always holds
  return ProjectedNest{*std::move(loops), {*guard}};
}

}  // namespace pom::poly
