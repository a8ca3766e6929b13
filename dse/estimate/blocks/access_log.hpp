#pragma once
#include <cstdint>
#include <vector>

#include "dse/estimate/blocks/event_index.hpp"
#include "dse/estimate/graph/flat_map.hpp"
#include "dse/estimate/graph/graph.hpp"
#include "dse/estimate/graph/memory_view.hpp"
#include "dse/estimate/graph/surroundings.hpp"

namespace pom::dse::estimate {

/// Tells whether two accesses to one array may be to the same element in the same iteration.
bool may_alias(const Graph&, const GraphAccess&, const GraphAccess&);

/// The accesses of a block to each array in program order, from which the order of later accesses follows.
class AccessLog {
 public:
  /// One access to an array, by a load, a store or a called module.
  struct Event {
    int node = -1;  ///< -1: a store that a later one overwrites
    bool writes = false, call = false;
    int access = -1;              ///< in Graph::accesses; -1: a call
    int previous = -1;            ///< the previous access to the same element; -1: none
    std::vector<int> banks = {};  ///< of calls: the accessed banks; empty: any bank
  };

  void clear(std::size_t arrays);
  /// Notes that the block reads or writes the array.
  void note(int array, bool writes);
  /// Returns the number of the element's shape. Elements of one shape have indices with equal terms, so that only their
  /// constants differ. -1: an index depends on data.
  int find_shape(const Graph&, int array, int first_index, int rank);
  void record(const Graph&, int array, Event);
  /// Removes a store that has no effect.
  void drop(int array, int node);
  /// Forgets all accesses to the array: later ones are ordered after the call that follows only.
  void forget(int array);
  /// Adds the edges to earlier accesses, but that of the node `except`: a load waits for stores that may write its
  /// element, a store for every access that may use its element; both wait for calls that use the array.
  void order(const Graph&, const MemoryView&, const GraphAccess&, std::vector<GraphEdge>& waits, int except = -1);
  /// Tells whether a store that may be to the element stands behind its last access: x[k] behind x[0] = …
  bool may_be_overwritten(const Graph&, int array, int first_index);

  std::size_t arrays() const { return arrays_.size(); }
  const std::vector<Event>& events(int array) const { return arrays_[array].events; }
  const AccessSummary& summary(int array) const { return arrays_[array].summary; }
  /// The first index of one element of each shape.
  const std::vector<int>& shapes(int array) const { return arrays_[array].shapes; }
  /// Tells whether the array has a call, an unknown index or elements of several shapes.
  bool is_mixed(int array) const { return arrays_[array].mixed; }
  bool is_stored(int array) const;

 private:
  struct ArrayLog {
    std::vector<Event> events;
    EventIndex index;  ///< finds entries of `events`
    std::vector<int> shapes;
    AccessSummary summary;
    bool mixed = false;     ///< see is_mixed
    bool ordering = false;  ///< has a write or a call
  };

  std::vector<ArrayLog> arrays_;
  FlatMap<int> last_event_;  ///< by element: its last entry in `events`
};

/// Summarizes a block's accesses, in the order of the arrays.
std::vector<AccessSummary> summarize_accesses(const AccessLog&);

/// Summarizes the accesses of a pipelined loop's own iterations, without memories that are only read before the loop.
std::vector<AccessSummary> summarize_iteration(const Graph&, const std::vector<MemoryView>&, const AccessLog&);

}  // namespace pom::dse::estimate
