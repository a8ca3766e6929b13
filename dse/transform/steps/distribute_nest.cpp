#include <numeric>

#include "dse/transform/steps/nest_search.hpp"
#include "polyhedral/primitives/loop_edit.hpp"

namespace pom::dse::transform {

namespace {

/// The first statement behind the leaf nest in the loop at `level`; -1: none.
int follower_of(const poly::Scop& scop, const LeafNest& leaf, int level) {
  const poly::Statement& last = scop.statements[leaf.statements.back()];
  int next = -1;
  for (int s = 0; s < static_cast<int>(scop.statements.size()); ++s) {
    const poly::Statement& statement = scop.statements[s];
    if (!poly::share_loop(statement, last, level) || statement.position <= last.position) continue;
    if (next < 0 || statement.position < scop.statements[next].position) next = s;
  }
  return next;
}

std::string own_loop_text(const Plan& plan, const LeafNest& leaf, int level) {
  return "it gets a loop " + plan.scop.statements[leaf.statements.front()].loops[level].name + " of its own";
}

std::string tight_reason(const Plan& plan, const LeafNest& leaf) {
  const poly::Statement& first = plan.scop.statements[leaf.statements.front()];
  return "loop " + first.loops.back().name + " of " + first.name +
         " carries a tight dependence, and what shares its loops does not want the same order: ";
}

std::string isolation_reason(const Plan& plan, const LeafNest& leaf) {
  return "alone, " + plan.scop.statements[leaf.statements.front()].name + " has more loops that may be unrolled: ";
}

/// All legal cuts of the loop at `level` around the leaf nest and between its statements.
std::optional<Plan> cut(NestSearch& search, const Plan& plan, const LeafNest& leaf, int level,
                        const std::string& reason) {
  std::vector<int> heads = leaf.statements;
  if (const int follower = follower_of(plan.scop, leaf, level); follower >= 0) heads.push_back(follower);
  std::optional<Plan> result;
  for (int s : heads) {
    if (search.options.is_over()) break;
    const poly::Statement& statement = plan.scop.statements[s];
    const Directive directive{Distribute{statement.name, loop_ref(statement, level)},
                              plan.scop.program->computes[s].at};
    TrailStep step{"distribute", {statement.name}, "", reason + own_loop_text(plan, leaf, level)};
    if (auto longer = extend(search, result ? *result : plan, {directive}, std::move(step))) result = longer;
  }
  return result;
}

/// Frees the pieces of the leaf nest, each as well as it can be.
Plan free_pieces(NestSearch& search, Plan plan, const std::vector<int>& statements, AfterCut then) {
  for (int s : statements) {
    if (search.options.is_over()) break;
    const LeafNest piece = leaf_nest_of(plan.scop, s);
    if (auto ordered = reorder(search, plan, piece)) plan = *std::move(ordered);
    if (then == AfterCut::reorder || !search.is_tight(plan, piece)) continue;
    if (auto skewed = skew(search, plan, piece)) plan = *std::move(skewed);
  }
  return plan;
}

/// How many inner loops of the statement's leaf nest are free.
int count_free(NestSearch& search, const Plan& plan, int statement) {
  const graph::OrderProblem problem = order_problem(search, plan, leaf_nest_of(plan.scop, statement));
  graph::LoopOrder order(problem.depth);
  std::iota(order.begin(), order.end(), 0);
  return graph::count_free_inner(problem, order);
}

}  // namespace

std::optional<Plan> distribute(NestSearch& search, const Plan& plan, const LeafNest& leaf, AfterCut then) {
  if (!search.may(Strategy::distribute)) return std::nullopt;
  const int before = search.tight(plan);
  for (int level = 0; level < leaf.depth; ++level) {
    const auto apart = cut(search, plan, leaf, level, tight_reason(plan, leaf));
    if (!apart) continue;
    Plan trial = free_pieces(search, *apart, leaf.statements, then);
    if (search.tight(trial) < before) return trial;
  }
  return std::nullopt;
}

std::optional<Plan> isolate(NestSearch& search, const Plan& plan, const LeafNest& leaf) {
  if (!search.may(Strategy::distribute) || !search.may(Strategy::interchange)) return std::nullopt;
  const int tight = search.tight(plan), free = count_free(search, plan, leaf.statements.front());
  for (int level = 0; level < leaf.first; ++level) {
    const auto apart = cut(search, plan, leaf, level, isolation_reason(plan, leaf));
    if (!apart) continue;
    Plan trial = free_pieces(search, *apart, leaf.statements, AfterCut::reorder);
    if (search.tight(trial) <= tight && count_free(search, trial, leaf.statements.front()) > free) return trial;
  }
  return std::nullopt;
}

}  // namespace pom::dse::transform
