#include "polyhedral/graph/loop_order.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace pom::graph {

namespace {

bool runs_backwards(const DistanceBox& box, int level) {
  return !box.any_order && box.entries[level].may_be_negative();
}

bool may_stand_next(int level, const std::vector<DistanceBox>& left) {
  return std::none_of(left.begin(), left.end(), [&](const DistanceBox& box) { return runs_backwards(box, level); });
}

/// Takes loops from `waiting`, always the first that may stand next: placing a loop only removes dependences, so it
/// never stands in another one's way. False: none may.
bool place_all(std::vector<int> waiting, LoopOrder& order, std::vector<DistanceBox>& left) {
  while (!waiting.empty()) {
    const auto next =
        std::find_if(waiting.begin(), waiting.end(), [&](int level) { return may_stand_next(level, left); });
    if (next == waiting.end()) return false;
    left = not_carried_by(*next, left);
    order.push_back(*next);
    waiting.erase(next);
  }
  return true;
}

bool still_waits(const DistanceBox& box, const std::vector<int>& levels) {
  return box.waits && std::any_of(levels.begin(), levels.end(), [&](int level) {
           return box.entries[level].may_be_positive() || box.entries[level].may_be_negative();
         });
}

/// The most contiguous one last; else as written.
void sort_inner(std::vector<int>& inner, const OrderProblem& problem) {
  const auto best = std::max_element(inner.begin(), inner.end(), [&](int a, int b) {
    return std::pair(problem.contiguity[a], a) < std::pair(problem.contiguity[b], b);
  });
  if (best != inner.end()) std::rotate(best, best + 1, inner.end());
}

/// A legal order with `inner` inside, free, and the others outside; `inner` in the order given where legal.
std::optional<LoopOrder> order_around(const OrderProblem& problem, const std::vector<int>& inner) {
  LoopOrder order;
  std::vector<DistanceBox> left = problem.boxes;
  for (int level = 0; level < problem.first; ++level) {
    left = not_carried_by(level, left);
    order.push_back(level);
  }
  std::vector<int> outer;
  for (int level = problem.first; level < problem.depth; ++level) {
    if (std::find(inner.begin(), inner.end(), level) == inner.end()) outer.push_back(level);
  }
  if (!place_all(outer, order, left)) return std::nullopt;
  if (std::any_of(left.begin(), left.end(), [&](const DistanceBox& box) { return still_waits(box, inner); }))
    return std::nullopt;
  if (!place_all(inner, order, left)) return std::nullopt;
  return order;
}

/// All sets of `count` levels that may move, those with the innermost loops as written first.
std::vector<std::vector<int>> choose(const OrderProblem& problem, int count) {
  const int movable = problem.depth - problem.first;
  std::vector<std::vector<int>> sets;
  for (unsigned mask = (1u << movable) - 1; mask > 0; --mask) {
    if (std::popcount(mask) != count) continue;
    std::vector<int> levels;
    for (int n = 0; n < movable; ++n) {
      if (mask >> n & 1u) levels.push_back(problem.first + n);
    }
    sets.push_back(levels);
  }
  return sets;
}

/// Beyond it the sets of loops are not enumerated; nests of networks have seven loops.
constexpr int most_movable = 10;

}  // namespace

int count_free_inner(const OrderProblem& problem, const LoopOrder& order) {
  std::vector<DistanceBox> left = problem.boxes;
  int free = 0;
  for (int place = 0; place < problem.depth; ++place) {
    const int level = order[place];
    const bool carries = std::any_of(left.begin(), left.end(), [&](const DistanceBox& box) {
      return box.waits &&
             (box.entries[level].may_be_positive() || (box.any_order && box.entries[level].may_be_negative()));
    });
    free = carries ? 0 : free + 1;
    left = not_carried_by(level, left);
  }
  return std::min(free, problem.depth - problem.first);
}

LoopOrder find_most_parallel_order(const OrderProblem& problem) {
  LoopOrder written(problem.depth);
  std::iota(written.begin(), written.end(), 0);
  const int now = count_free_inner(problem, written), movable = problem.depth - problem.first;
  if (movable > most_movable) return written;
  for (int count = movable; count > now; --count) {
    for (std::vector<int>& inner : choose(problem, count)) {
      sort_inner(inner, problem);
      if (const auto order = order_around(problem, inner)) return *order;
    }
  }
  return written;
}

std::optional<LoopOrder> find_order_around_carriers(const OrderProblem& problem, int innermost) {
  LoopOrder written(problem.depth);
  std::iota(written.begin(), written.end(), 0);
  const int first_free = problem.depth - count_free_inner(problem, written);
  if (first_free == problem.first || problem.depth - first_free < 2 || innermost < first_free) return std::nullopt;
  LoopOrder order(written.begin(), written.begin() + problem.first);
  for (int level = first_free; level < problem.depth; ++level) {
    if (level != innermost) order.push_back(level);
  }
  for (int level = problem.first; level < first_free; ++level) order.push_back(level);
  order.push_back(innermost);
  std::vector<DistanceBox> left = problem.boxes;
  for (const int level : order) {
    if (!may_stand_next(level, left)) return std::nullopt;
    if (level == innermost &&
        std::any_of(left.begin(), left.end(), [&](const DistanceBox& box) { return still_waits(box, {level}); }))
      return std::nullopt;
    left = not_carried_by(level, left);
  }
  return order;
}

std::vector<LoopOrder> find_orders_by_innermost(const OrderProblem& problem) {
  const int movable = problem.depth - problem.first;
  std::vector<LoopOrder> orders;
  if (movable > most_movable) return orders;
  for (int innermost = problem.depth - 1; innermost >= problem.first; --innermost) {
    std::optional<LoopOrder> found;
    for (int count = movable; count > 0 && !found; --count) {
      for (std::vector<int>& inner : choose(problem, count)) {
        const auto own = std::find(inner.begin(), inner.end(), innermost);
        if (own == inner.end()) continue;
        std::rotate(own, own + 1, inner.end());
        found = order_around(problem, inner);
        if (found && found->back() == innermost) break;
        found.reset();
      }
    }
    if (found) orders.push_back(*found);
  }
  return orders;
}

}  // namespace pom::graph
