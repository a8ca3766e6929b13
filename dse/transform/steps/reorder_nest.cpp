#include <algorithm>

#include "dse/transform/steps/nest_search.hpp"

#include "dsl/model/any_part.hpp"

namespace pom::dse::transform {

namespace {

/// Accesses in which the loop runs along the last dimension, less those in which it runs along another one.
int contiguity_of(const dsl::Compute& compute, int loop) {
  int score = 0;
  const auto judge = [&](const dsl::Access& access) {
    for (std::size_t d = 0; d < access.indices.size(); ++d) {
      if (dsl::mentions_loop(*access.indices[d], loop)) score += d + 1 == access.indices.size() ? 1 : -1;
    }
  };
  for (const dsl::Access& load : compute.loads) judge(load);
  judge(compute.store);
  return score;
}

/// Loops that a directive has made out of others score nothing.
int contiguity_of(const poly::Scop& scop, int statement, int level) {
  const dsl::Compute& compute = scop.program->computes[statement];
  const std::string& name = scop.statements[statement].loops[level].name;
  for (std::size_t loop = 0; loop < compute.loops.size(); ++loop) {
    if (compute.loops[loop].name == name) return contiguity_of(compute, static_cast<int>(loop));
  }
  return 0;
}

Directive reorder_directive(const poly::Statement& statement, const graph::LoopOrder& order, const Location& at) {
  std::vector<LoopRef> loops;
  for (int place = 0; place < static_cast<int>(order.size()); ++place) {
    if (order[place] != place) loops.push_back(loop_ref(statement, order[place]));
  }
  // The moved loops in their new order: of two, the inner one comes first now.
  if (loops.size() == 2) return {Interchange{statement.name, loops[1], loops[0]}, at};
  return {Reorder{statement.name, loops}, at};
}

std::string list_loops(const poly::Statement& statement, const graph::LoopOrder& order, int from) {
  std::string text;
  for (std::size_t n = static_cast<std::size_t>(from); n < order.size(); ++n)
    text += (text.empty() ? "" : ", ") + statement.loops[order[n]].name;
  return text;
}

/// "loop j of s carries a dependence of distance 1 through q"
std::string describe_carried(const NestSearch& search, const poly::Scop& scop, const Carried& one) {
  const poly::Statement& source = scop.statements[one.box.source];
  std::string text = "loop " + source.loops[one.level].name + " of " + source.name + " carries a ";
  text += one.box.reduction ? "reduction" : "dependence";
  text += " of distance " + std::to_string(one.distance) + " through " +
          search.nest.as_written.program->arrays[one.box.array]->name;
  return text;
}

std::string explain(NestSearch& search, const Plan& plan, const LeafNest& leaf, const graph::OrderProblem& problem,
                    const graph::LoopOrder& order) {
  const poly::Statement& statement = plan.scop.statements[leaf.statements.front()];
  std::string text;
  for (int level = leaf.depth - 1; level >= leaf.first && text.empty(); --level) {
    for (const Carried& one : carried_dependences(problem.boxes, level)) {
      if (one.box.waits && text.empty()) text = describe_carried(search, plan.scop, one);
    }
  }
  const int free = graph::count_free_inner(problem, order);
  const std::string inner = list_loops(statement, order, leaf.depth - free);
  const char* go = free == 1 ? " goes innermost" : " go innermost";
  const char* none = free == 1 ? " carries none: " : " carry none: ";
  return text + (free == 1 ? "; loop " : "; loops ") + inner + none + inner + go;
}

}  // namespace

graph::OrderProblem order_problem(NestSearch& search, const Plan& plan, const LeafNest& leaf) {
  graph::OrderProblem problem{leaf.depth, leaf.first, search.table.between(plan.scop, leaf.statements), {}};
  for (int level = 0; level < leaf.depth; ++level) {
    int score = 0;
    for (int s : leaf.statements) score += contiguity_of(plan.scop, s, level);
    problem.contiguity.push_back(score);
  }
  return problem;
}

std::optional<Plan> reorder_to(NestSearch& search, const Plan& plan, const LeafNest& leaf,
                               const graph::LoopOrder& order, std::string reason) {
  if (std::is_sorted(order.begin(), order.end())) return std::nullopt;
  if (reason.empty()) reason = explain(search, plan, leaf, order_problem(search, plan, leaf), order);
  Schedule more;
  TrailStep step{"interchange", {}, "", std::move(reason)};
  for (int s : leaf.statements) {
    const poly::Statement& statement = plan.scop.statements[s];
    more.push_back(reorder_directive(statement, order, plan.scop.program->computes[s].at));
    step.statements.push_back(statement.name);
  }
  return extend(search, plan, more, std::move(step));
}

std::optional<Plan> reorder(NestSearch& search, const Plan& plan, const LeafNest& leaf) {
  if (!search.may(Strategy::interchange) || leaf.depth - leaf.first < 2) return std::nullopt;
  return reorder_to(search, plan, leaf, graph::find_most_parallel_order(order_problem(search, plan, leaf)), "");
}

}  // namespace pom::dse::transform
