#include <algorithm>
#include <functional>
#include <numeric>

#include "dse/transform/steps/nest_search.hpp"
#include "polyhedral/primitives/loop_edit.hpp"

namespace pom::dse::transform {

namespace {

/// The statements in the loop at `level` around the leaf nest, in the order in which one iteration runs them.
std::vector<int> statements_inside(const poly::Scop& scop, const LeafNest& leaf, int level) {
  std::vector<int> inside;
  for (int s = 0; s < static_cast<int>(scop.statements.size()); ++s) {
    if (poly::share_loop(scop.statements[s], scop.statements[leaf.statements.front()], level)) inside.push_back(s);
  }
  std::sort(inside.begin(), inside.end(),
            [&](int a, int b) { return scop.statements[a].position < scop.statements[b].position; });
  return inside;
}

/// The first statement behind the leaf nest in the loop at `level`; -1: none.
int follower_of(const poly::Scop& scop, const LeafNest& leaf, int level) {
  const std::vector<int> inside = statements_inside(scop, leaf, level);
  const auto last = std::find(inside.begin(), inside.end(), leaf.statements.back());
  return last == inside.end() || last + 1 == inside.end() ? -1 : *(last + 1);
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

/// Whether an iteration of the loop at `level`, or of one inside, runs the statement after what an earlier iteration
/// did in a statement that stands behind it: no cut may leave the two in that order.
bool depends_on_later_ones(NestSearch& search, const poly::Scop& scop, const std::vector<int>& inside, int statement,
                           int level) {
  std::vector<graph::DistanceBox> boxes = search.table.between(scop, inside);
  for (int outer = 0; outer < level; ++outer) boxes = graph::not_carried_by(outer, boxes);
  return std::any_of(boxes.begin(), boxes.end(), [&](const graph::DistanceBox& box) {
    return box.sink == statement && !box.any_order &&
           scop.statements[box.source].position > scop.statements[statement].position;
  });
}

/// Moves the statements that depend on later ones behind everything else in the loop at `level`, where that is legal;
/// nothing where none may move. What is left can be cut apart in the order of the dependences.
std::optional<Plan> sink(NestSearch& search, const Plan& plan, const LeafNest& leaf, int level) {
  std::optional<Plan> result;
  for (int s : statements_inside(plan.scop, leaf, level)) {
    if (search.options.is_over()) break;
    const Plan& now = result ? *result : plan;
    const std::vector<int> inside = statements_inside(now.scop, leaf, level);
    const poly::Statement &moved = now.scop.statements[s], &last = now.scop.statements[inside.back()];
    if (s == inside.back() || !depends_on_later_ones(search, now.scop, inside, s, level)) continue;
    const Directive directive{After{moved.name, last.name, loop_ref(last, level)}, now.scop.program->computes[s].at};
    TrailStep step{"after",
                   {moved.name, last.name},
                   "",
                   "what " + moved.name + " needs of statements behind it is there then, and the loop " +
                       last.loops[level].name + " can be cut between them"};
    if (auto longer = extend(search, now, {directive}, std::move(step))) result = std::move(longer);
  }
  return result;
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

/// Cuts the loop at `level`, where no cut of the plan as it is helps also behind statements that had to move.
std::optional<Plan> cut_helpfully(NestSearch& search, const Plan& plan, const LeafNest& leaf, int level,
                                  const std::string& reason, AfterCut then,
                                  const std::function<bool(const Plan&)>& helps) {
  for (const bool moves : {false, true}) {
    const std::optional<Plan> from = moves ? sink(search, plan, leaf, level) : plan;
    if (!from) continue;
    const std::optional<Plan> apart = cut(search, *from, leaf, level, reason);
    if (!apart) continue;
    Plan trial = free_pieces(search, *apart, leaf.statements, then);
    if (helps(trial)) return trial;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Plan> distribute(NestSearch& search, const Plan& plan, const LeafNest& leaf, AfterCut then) {
  if (!search.may(Strategy::distribute)) return std::nullopt;
  const int before = search.tight(plan);
  const auto helps = [&](const Plan& trial) { return search.tight(trial) < before; };
  for (int level = 0; level < leaf.depth; ++level) {
    if (auto apart = cut_helpfully(search, plan, leaf, level, tight_reason(plan, leaf), then, helps)) return apart;
  }
  return std::nullopt;
}

std::optional<Plan> isolate(NestSearch& search, const Plan& plan, const LeafNest& leaf) {
  if (!search.may(Strategy::distribute) || !search.may(Strategy::interchange)) return std::nullopt;
  const int first = leaf.statements.front(), tight = search.tight(plan), free = count_free(search, plan, first);
  const auto helps = [&](const Plan& trial) {
    return search.tight(trial) <= tight && count_free(search, trial, first) > free;
  };
  for (int level = 0; level < leaf.first; ++level) {
    if (auto apart = cut_helpfully(search, plan, leaf, level, isolation_reason(plan, leaf), AfterCut::reorder, helps))
      return apart;
  }
  return std::nullopt;
}

}  // namespace pom::dse::transform
