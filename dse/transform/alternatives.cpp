#include <algorithm>
#include <numeric>
#include <tuple>

#include "dse/transform/improve_nest.hpp"
#include "dse/transform/summary.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "support/words.hpp"

namespace pom::dse::transform {

namespace {

/// Collects plans of one nest, equal ones once.
class Candidates {
 public:
  void add(Plan plan) {
    const std::string text = to_text(plan.directives);
    if (std::find(texts_.begin(), texts_.end(), text) != texts_.end()) return;
    texts_.push_back(text);
    plans_.push_back(std::move(plan));
  }
  const std::vector<Plan>& all() const { return plans_; }

 private:
  std::vector<std::string> texts_;
  std::vector<Plan> plans_;
};

/// The same search without one of its means.
Plan improve_without(const NestProgram& nest, TransformOptions options, Strategy strategy) {
  options.strategies.erase(strategy);
  return improve_nest(nest, options);
}

bool is_box(const isl::set& iterations) {
  isl::set box = isl::set::universe(iterations.space());
  for (unsigned level = 0; level < poly::dimension_count(iterations); ++level) {
    const auto low = poly::minimum(iterations, level);
    const auto high = poly::maximum(iterations, level);
    if (!low || !high) return false;
    box = poly::bound_above(poly::bound_below(box, level, *low), level, *high);
  }
  return box.is_equal(iterations);
}

/// isl's steps for it.
constexpr unsigned long box_steps = 20'000;

/// Of all statements of the nest together.
isl::set iterations_of(const poly::Scop& scop, const LeafNest& leaf) {
  isl::set all = scop.statements[leaf.statements.front()].loop_map.range();
  for (const int s : leaf.statements) all = all.unite(scop.statements[s].loop_map.range());
  return all;
}

/// False where that is hard to tell.
bool is_box(const poly::Scop& scop, const LeafNest& leaf) {
  const isl::set all = iterations_of(scop, leaf);
  bool box = false;
  poly::StepPool pool{box_steps, 1};
  poly::try_within(all.ctx(), pool, box_steps, [&] { box = is_box(all); });
  return box;
}

/// The same loops inside that carry nothing at all, also no sum that may change its order; the others in the same order
/// outside: over a box, copies of several loops are the same. Which loop is innermost matters to buses, and to the few
/// choices that build whole inner loops (UnitChoices::add_slower).
bool makes_same_copies(graph::OrderProblem problem, const graph::LoopOrder& order) {
  for (graph::DistanceBox& box : problem.boxes) box.waits = true;
  graph::LoopOrder own(order.size());
  std::iota(own.begin(), own.end(), 0);
  const int free = graph::count_free_inner(problem, own);
  return free == graph::count_free_inner(problem, order) && std::equal(own.begin(), own.end() - free, order.begin()) &&
         problem.contiguity[order.back()] <= problem.contiguity[own.back()];
}

/// Whether the loop of the level runs over the same values in all iterations of the others.
bool runs_alike(const isl::set& iterations, unsigned level) {
  const auto low = poly::minimum(iterations, level), high = poly::maximum(iterations, level);
  if (!low || !high) return false;
  std::vector<std::string> all, moved;
  for (unsigned l = 0; l < poly::dimension_count(iterations); ++l) {
    all.push_back("t" + std::to_string(l));
    moved.push_back(l == level ? "v" : all.back());
  }
  const isl::map any_value(iterations.ctx(), "{ [" + pom::join(all) + "] -> [" + pom::join(moved) + "] : " +
                                                 std::to_string(*low) + " <= v <= " + std::to_string(*high) + " }");
  return iterations.apply(any_value).is_equal(iterations);
}

/// The last of the leaf's loops that runs alike in all iterations of the others; none: the innermost.
int find_even_loop(const poly::Scop& scop, const LeafNest& leaf) {
  const isl::set all = iterations_of(scop, leaf);
  int found = leaf.depth - 1;
  poly::StepPool pool{box_steps, 1};
  poly::try_within(all.ctx(), pool, box_steps, [&] {
    for (int level = leaf.first; level < leaf.depth; ++level) {
      if (runs_alike(all, static_cast<unsigned>(level))) found = level;
    }
  });
  return found;
}

/// The leaf nests that are no boxes, each with the loops that carry dependences directly around its innermost.
void add_orders_around_carriers(Candidates& candidates, const NestProgram& nest, Plan plan,
                                const TransformOptions& options) {
  NestSearch search(nest, options);
  if (!search.may(Strategy::interchange)) return;
  for (const LeafNest& leaf : find_leaf_nests(plan.scop)) {
    if (options.is_over() || is_box(plan.scop, leaf)) continue;
    const int innermost = find_even_loop(plan.scop, leaf);
    const auto order = graph::find_order_around_carriers(order_problem(search, plan, leaf), innermost);
    if (!order) continue;
    const std::string& name = plan.scop.statements[leaf.statements.front()].loops[order->at(order->size() - 2)].name;
    if (auto other = reorder_to(search, plan, leaf, *order,
                                "strips of the loops outside of " + name + " wait for what it carries in one loop"))
      plan = *std::move(other);
  }
  candidates.add(std::move(plan));
}

/// Each leaf nest of the plan with each other loop that can be innermost and free.
void add_orders(Candidates& candidates, const NestProgram& nest, const Plan& plan, const TransformOptions& options) {
  NestSearch search(nest, options);
  if (!search.may(Strategy::interchange)) return;
  for (const LeafNest& leaf : find_leaf_nests(plan.scop)) {
    const graph::OrderProblem problem = order_problem(search, plan, leaf);
    const bool fills_box = is_box(plan.scop, leaf);
    for (const graph::LoopOrder& order : graph::find_orders_by_innermost(problem)) {
      if (options.is_over()) return;
      if (fills_box && makes_same_copies(problem, order)) continue;
      const std::string& name = plan.scop.statements[leaf.statements.front()].loops[order.back()].name;
      if (auto other = reorder_to(search, plan, leaf, order, name + " can be innermost too, and carries nothing there"))
        candidates.add(*std::move(other));
    }
  }
}

/// Every leaf nest that gains by it in loops of its own.
Plan isolate_all(const NestProgram& nest, Plan plan, const TransformOptions& options) {
  NestSearch search(nest, options);
  for (int s = 0; s < static_cast<int>(nest.statements.size()) && !options.is_over(); ++s) {
    for (const LeafNest& leaf : find_leaf_nests(plan.scop)) {
      if (leaf.statements.front() != s) continue;
      if (auto alone = isolate(search, plan, leaf)) plan = *std::move(alone);
      break;
    }
  }
  // What a nest was cut from may have become a nest of its own with it.
  for (const LeafNest& leaf : find_leaf_nests(plan.scop)) {
    if (auto ordered = reorder(search, plan, leaf)) plan = *std::move(ordered);
  }
  return plan;
}

/// Few tight statements, then many free inner loops, then few directives.
std::tuple<int, int, std::size_t> rank(const TransformResult& result) {
  const int free = std::accumulate(result.nests.begin(), result.nests.end(), 0,
                                   [](int sum, const NestInfo& nest) { return sum + nest.parallel_inner; });
  return {result.tight, -free, result.directives.size()};
}

/// Best first; the program as written stays on the list.
std::vector<TransformResult> rank_all(const NestProgram& nest, const std::vector<Plan>& plans,
                                      const TransformOptions& options) {
  std::vector<TransformResult> results;
  for (const Plan& plan : plans) results.push_back(summarize(nest, plan, options));
  // Stage one's own answer comes first: equals stay behind it.
  std::stable_sort(results.begin(), results.end(),
                   [](const TransformResult& a, const TransformResult& b) { return rank(a) < rank(b); });
  const std::size_t most = std::max<std::size_t>(1, options.alternatives_per_nest);
  if (results.size() <= most) return results;
  options.give_up();
  const auto written = std::find_if(results.begin(), results.end(),
                                    [](const TransformResult& result) { return result.directives.empty(); });
  const bool is_behind = written - results.begin() >= static_cast<std::ptrdiff_t>(most);
  if (written != results.end() && is_behind) std::swap(results[most - 1], *written);
  results.resize(most);
  return results;
}

std::vector<TransformResult> alternatives_of(const NestProgram& nest, const Plan& best,
                                             const TransformOptions& options) {
  Candidates candidates;
  candidates.add(best);
  for (const auto& [step, strategy] : {std::pair("fuse", Strategy::fuse), std::pair("distribute", Strategy::distribute),
                                       std::pair("skew", Strategy::skew)}) {
    if (uses(best, step) && !options.is_over()) candidates.add(improve_without(nest, options, strategy));
  }
  if (!options.is_over()) candidates.add(isolate_all(nest, best, options));
  if (!options.is_over()) add_orders(candidates, nest, best, options);
  if (!options.is_over()) add_orders_around_carriers(candidates, nest, best, options);
  if (options.strategies.contains(Strategy::fuse) && !options.is_over()) {
    NestSearch search(nest, options);
    if (auto fused = fuse_all_delayed(search, best)) candidates.add(*std::move(fused));
  }
  candidates.add(as_written_plan(nest));
  return rank_all(nest, candidates.all(), options);
}

}  // namespace

std::vector<TransformResult> transform_fused(const poly::Scop& as_written, const graph::DependenceGraph& graph,
                                             TransformOptions options) {
  options.fuse_nests = true;
  std::vector<TransformResult> all;
  for (const Group& group : improve_all(as_written, graph, options)) {
    if (group.nests == 1) continue;
    Candidates candidates;
    candidates.add(group.plan);
    add_orders(candidates, group.program, group.plan, options);
    const std::vector<TransformResult> own = rank_all(group.program, candidates.all(), options);
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

std::vector<TransformResult> transform_alternatives(std::shared_ptr<const dsl::Function> program,
                                                    const poly::Scop& as_written, const graph::DependenceGraph& graph,
                                                    const TransformOptions& options) {
  std::vector<TransformResult> all;
  if (program->computes.empty()) return all;
  for (const NestProgram& nest : split_into_nests(as_written, graph)) {
    const std::vector<TransformResult> own = alternatives_of(nest, improve_nest(nest, options), options);
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

}  // namespace pom::dse::transform
