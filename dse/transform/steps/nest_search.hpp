#pragma once
#include <optional>
#include <vector>

#include "dse/transform/nests/nest_info.hpp"
#include "dse/transform/steps/transform_options.hpp"
#include "polyhedral/analysis/legality.hpp"
#include "polyhedral/graph/loop_order.hpp"

namespace pom::dse::transform {

/// What the steps of stage one share while they work on a nest.
struct NestSearch {
  const NestProgram& nest;
  const TransformOptions& options;
  DistanceTable table;
  poly::StepPool legality_steps{200'000, 1};  ///< of isl, for all tests of orders

  NestSearch(const NestProgram& program, const TransformOptions& chosen)
      : nest(program), options(chosen), table(program, chosen.over, chosen.gave_up) {}

  bool may(Strategy strategy) const { return options.strategies.contains(strategy); }
  int tight(const Plan& plan) { return count_tight(plan.scop, table, options.tight_below); }
  bool is_tight(const Plan&, const LeafNest&);
};

/// The plan with more directives and the step that they are; nothing when a primitive refuses, when a dependence is
/// violated, or when there is no time or are no steps left to show that none is.
std::optional<Plan> extend(NestSearch&, const Plan&, const Schedule& more, TrailStep step);

// Each step answers with a longer plan, or with nothing when it does not help.

/// Loops that carry dependences outside, free ones inside.
std::optional<Plan> reorder(NestSearch&, const Plan&, const LeafNest&);
/// The leaf nest's loops in a given order; "" as reason: says what the innermost loops carry before and after.
std::optional<Plan> reorder_to(NestSearch&, const Plan&, const LeafNest&, const graph::LoopOrder&, std::string reason);
graph::OrderProblem order_problem(NestSearch&, const Plan&, const LeafNest&);

enum class AfterCut { reorder, reorder_or_skew };
/// Cuts the leaf nest out of the loops that it shares with others, and its statements apart, as far outside as helps.
std::optional<Plan> distribute(NestSearch&, const Plan&, const LeafNest&, AfterCut);

/// Cuts the leaf nest out though it is not tight, where that leaves it more free inner loops: the loops that it shared
/// can be tiled with its own then.
std::optional<Plan> isolate(NestSearch&, const Plan&, const LeafNest&);

/// Puts an inner loop of the leaf nest in the place of the loop that it shares with other statements, behind them: a
/// sum of finished values becomes a finished value that is passed on to all sums (left-looking to right-looking).
std::optional<Plan> rotate(NestSearch&, const Plan&, const LeafNest&);

/// Skews so that one loop carries everything, and puts it outside.
std::optional<Plan> skew(NestSearch&, const Plan&, const LeafNest&);

/// Merges again what `distribute` cut apart, where both run over the same iterations and stay as free as they are.
/// `family`: statements of one leaf nest as it was.
std::optional<Plan> merge(NestSearch&, const Plan&, const std::vector<int>& family);
/// The leaf nest `second` into `first`, as a directive; nothing is checked.
Directive fusion_of(const Plan&, const LeafNest& first, const LeafNest& second);
/// The leaf nest `second` into `first`; nothing when their iterations differ or one of them would lose a free loop.
std::optional<Plan> merge_pair(NestSearch&, const Plan&, const LeafNest& first, const LeafNest& second,
                               std::string reason);

/// The leaf nest `second` into its neighbour `first`, so many iterations later that all it needs is there. Nothing
/// where their iterations differ much then, or something becomes tight.
std::optional<Plan> fuse_delayed(NestSearch&, const Plan&, const LeafNest& first, const LeafNest& second);
/// All neighbours that can be fused so, one after the other; nothing where none can.
std::optional<Plan> fuse_all_delayed(NestSearch&, const Plan&);

}  // namespace pom::dse::transform
