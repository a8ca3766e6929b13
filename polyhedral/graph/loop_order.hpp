#pragma once
#include <optional>
#include <vector>

#include "polyhedral/graph/distance_box.hpp"

namespace pom::graph {

/// Place n of the new order is taken by the loop of level order[n].
using LoopOrder = std::vector<int>;

/// The orders of a perfect nest: levels from `first` to the innermost may change places.
struct OrderProblem {
  int depth = 0, first = 0;
  std::vector<DistanceBox> boxes;  ///< between the nest's statements; of `depth` entries each
  std::vector<int> contiguity;     ///< per level: how well it suits the innermost place, for memory
};

/// So many innermost loops of the order carry nothing that makes a sink wait.
int count_free_inner(const OrderProblem&, const LoopOrder&);

/// The order with most free inner loops; as written when nothing beats it. Loops that carry dependences go outside.
LoopOrder find_most_parallel_order(const OrderProblem&);

/// For each loop that can be innermost without carrying anything, a legal order with as many free inner loops as
/// possible.
std::vector<LoopOrder> find_orders_by_innermost(const OrderProblem&);

/// The order in which the free inner loops of the present one stand outside, but for `innermost`, directly around which
/// stand the loops that carry dependences: strips of the free loops are whole nests of what waits then, and copies of
/// several iterations of a triangle's rows wait for each other in one loop instead of a loop for each of them. Nothing:
/// no loop carries anything, `innermost` is the only free one, or the order is not legal.
std::optional<LoopOrder> find_order_around_carriers(const OrderProblem&, int innermost);

}  // namespace pom::graph
