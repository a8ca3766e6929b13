#pragma once
#include <utility>
#include <vector>

#include "dse/estimate/graph/linear.hpp"
#include "dse/kernel/kernel.hpp"

namespace pom::dse::estimate {

/// Tells whether the element may change with the iterations of the loop (Loop::id).
bool names_loop(const std::vector<Index>& element, int loop);

/// The array accesses of a loop and of the loop around it; decides whether some of them leave the nest.
class LoopAccesses {
 public:
  LoopAccesses(const Function& function, const Loop& outer, const Loop& inner);

  /// Tells whether the inner loop accumulates an element that changes with the outer loop, so that its load and store
  /// leave the inner loop.
  bool sums_up() const;

  /// Tells whether an accumulated element is the same in all loops of the nest from below the outer loop to the inner
  /// one.
  bool sums_up_over(const std::vector<const Loop*>& nest) const;

  /// Tells whether an access can be done before or after the inner loop instead of in it: an element that the inner
  /// loop does not change is read or summed up, or rows of a larger array are transferred over a bus. The nest is then
  /// not perfect. Elements that the outer loop does not change either leave both loops.
  bool leaves_something_outside() const;

  /// Tells whether the inner loop writes an array of which it reads other elements, as where rows of a window move on.
  bool moves_elements() const;

 private:
  struct Element {
    int array = -1;
    std::vector<Index> indices;
    bool always = true;  ///< in every iteration, not under a condition
    bool operator==(const Element&) const = default;
  };

  bool stays_below(const Element&) const;
  void read(int expression);
  void walk(const std::vector<Node>& body);
  void walk(const Branch&);
  void walk(const Loop&);
  void run(const Loop&);

  const Function& function_;
  const Loop& outer_;
  const Loop& inner_;
  Unrolling loops_;
  std::vector<Element> reads_, writes_;
  std::vector<const Loop*> running_;  ///< loops below the inner loop that are not unrolled
  int branches_ = 0;                  ///< enclosing branches of the current statement
  bool pipelined_ = false;            ///< the current loop is inside a pipelined one and is unrolled
};

}  // namespace pom::dse::estimate
