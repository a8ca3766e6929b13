#pragma once
#include <utility>
#include <vector>

#include "dse/estimate/graph/linear.hpp"
#include "dse/kernel/kernel.hpp"

namespace pom::dse {

/// The element may be another one in each iteration of the loop (Loop::id).
bool names_loop(const std::vector<Index>& element, int loop);

/// What a loop reads and writes, with the loop around it: whether something of it leaves the nest.
class LoopAccesses {
 public:
  LoopAccesses(const Function& function, const Loop& outer, const Loop& inner);

  /// An element of the outer loop is read, changed and written in every iteration: the load and the store leave the
  /// inner loop.
  bool sums_up() const;

  /// Such a sum is the same in all loops of the nest between the two, the inner one among them.
  bool sums_up_over(const std::vector<const Loop*>& nest) const;

  /// Something can be done before or after the loop instead of in it: an element that stays the same is read or summed
  /// up, or rows of a larger array are moved over a bus. The nest around it is then no perfect one. What stays the same
  /// in the outer loop too leaves both.
  bool leaves_something_outside() const;

 private:
  struct Element {
    int array = -1;
    std::vector<Index> indices;
    bool always = true;  ///< in every iteration: no condition decides
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
  std::vector<const Loop*> running_;  ///< below the inner loop
  int branches_ = 0;                  ///< around the statement that is read
  bool pipelined_ = false;            ///< loops inside are unrolled
};

}  // namespace pom::dse
