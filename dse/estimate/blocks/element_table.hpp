#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "dse/estimate/graph/flat_map.hpp"
#include "dse/estimate/graph/graph.hpp"

namespace pom::dse::estimate {

/// An array element in a block: its known value, and its latest load and store (nodes; -1: none).
struct ArrayElement {
  int array = -1, first_index = 0, rank = 0;  ///< indices: in Graph::indices
  int value = -1, load = -1, store = -1;
  int store_branch = 0;              ///< number of the branch side with the store; 0: none
  int pending = -1, condition = -1;  ///< value stored under `condition`, until the element is read elsewhere
  int next = -1;                     ///< the next element with an equal hash; -1: none
};

/// The array elements that a block names, numbered in that order: equal indices are one element.
class ElementTable {
 public:
  void clear();
  /// Returns the element's number; the indices of a new element are appended to the graph's.
  int find(int array, std::span<const Linear> indices, Graph&);
  /// Forgets the values of the array's elements: something else has written them.
  void forget(int array);

  ArrayElement& operator[](int number) { return elements_[number]; }
  std::size_t size() const { return elements_.size(); }
  auto begin() const { return elements_.begin(); }
  auto end() const { return elements_.end(); }

 private:
  std::vector<ArrayElement> elements_;
  FlatMap<int> last_;  ///< by hash: the latest element; ArrayElement::next links the others
};

}  // namespace pom::dse::estimate
