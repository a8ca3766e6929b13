#include <algorithm>

#include "dse/transform/summary.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/primitives/loop_edit.hpp"

/// Neighbouring nests of different depths in the loops that they have in common: a clear, a sum and what finishes it.
namespace pom::dse::transform {

namespace {

/// isl's steps for the comparison of two statements' iterations.
constexpr unsigned long comparison_steps = 20'000;

int depth_of(const poly::Statement& statement) { return static_cast<int>(statement.loops.size()); }

/// Loops that the shallowest statement has.
int least_depth(const poly::Scop& scop) {
  const auto shallower = [](const auto& a, const auto& b) { return depth_of(a) < depth_of(b); };
  return depth_of(*std::min_element(scop.statements.begin(), scop.statements.end(), shallower));
}

bool has_one_depth(const poly::Scop& scop) {
  const int depth = least_depth(scop);
  return std::all_of(scop.statements.begin(), scop.statements.end(),
                     [&](const poly::Statement& statement) { return depth_of(statement) == depth; });
}

/// All statements run over the same iterations of so many outer loops. False where that is hard to tell.
bool same_outer_iterations(const poly::Scop& scop, int depth) {
  const auto outer = [&](const poly::Statement& statement) {
    return poly::keep_first(statement.loop_map.range(), static_cast<unsigned>(depth));
  };
  const isl::set expected = outer(scop.statements.front());
  return std::all_of(scop.statements.begin(), scop.statements.end(), [&](const poly::Statement& statement) {
    bool same = false;
    poly::StepPool pool{comparison_steps, 1};
    poly::try_within(expected.ctx(), pool, comparison_steps, [&] { same = outer(statement).is_equal(expected); });
    return same;
  });
}

/// Iterations of the box of loops inside of the first `depth`, of the statement that has most of them.
std::int64_t most_iterations_inside(const poly::Scop& scop, int depth) {
  std::int64_t most = 1;
  for (const poly::Statement& statement : scop.statements) {
    const isl::set iterations = statement.loop_map.range();
    std::int64_t inside = 1;
    for (int level = depth; level < depth_of(statement); ++level) {
      const auto first = poly::minimum(iterations, level), last = poly::maximum(iterations, level);
      if (!first || !last) return INT64_MAX;
      inside *= std::max<std::int64_t>(*last - *first + 1, 1);
      if (inside > INT32_MAX) return INT64_MAX;
    }
    most = std::max(most, inside);
  }
  return most;
}

/// The second nest behind the first one in the loops that all of their statements have.
std::optional<Plan> share_loops(const NestProgram& both, const Plan& first, const NestProgram& second,
                                const TransformOptions& options, std::int64_t most_inside) {
  Plan apart = plan_apart(both, first, as_written_plan(second));
  const poly::Scop& scop = apart.scop;
  const int depth = least_depth(scop);
  if (depth == 0 || most_iterations_inside(scop, depth) > most_inside || !same_outer_iterations(scop, depth))
    return std::nullopt;
  const auto place = [&](int whole) {
    return std::find(both.statements.begin(), both.statements.end(), whole) - both.statements.begin();
  };
  const poly::Statement& moved = scop.statements[place(second.statements.front())];
  const bool together = std::all_of(second.statements.begin(), second.statements.end(), [&](int s) {
    return poly::share_loop(scop.statements[place(s)], moved, depth - 1);
  });
  const auto into = std::find_if(scop.statements.begin(), scop.statements.end(), [&](const poly::Statement& statement) {
    return !poly::share_loop(statement, moved, depth - 1);
  });
  if (!together || into == scop.statements.end()) return std::nullopt;
  NestSearch search(both, options);
  const Directive fuse{Fuse{moved.name, into->name, loop_ref(*into, depth - 1)},
                       scop.program->computes[place(second.statements.front())].at};
  return extend(
      search, apart, {fuse},
      {"fuse", {moved.name, into->name}, "", "the outer loops are the same: values are used where they are made"});
}

}  // namespace

std::vector<TransformResult> transform_shared(const poly::Scop& as_written, const graph::DependenceGraph& graph,
                                              const TransformOptions& options, std::int64_t most_inside) {
  std::vector<TransformResult> all;
  if (!options.strategies.contains(Strategy::fuse)) return all;
  std::vector<Group> groups;
  for (NestProgram& nest : split_into_nests(as_written, graph)) {
    if (!groups.empty() && !options.is_over()) {
      NestProgram both = join(groups.back().program, nest, as_written, graph);
      if (auto shared = share_loops(both, groups.back().plan, nest, options, most_inside)) {
        groups.back() = {std::move(both), *std::move(shared), groups.back().nests + 1};
        continue;
      }
    }
    Plan plan = as_written_plan(nest);
    groups.push_back({std::move(nest), std::move(plan)});
  }
  for (const Group& group : groups) {
    if (group.nests > 1 && !has_one_depth(group.plan.scop))
      all.push_back(summarize(group.program, group.plan, options));
  }
  return all;
}

}  // namespace pom::dse::transform
