#pragma once
#include <cstdint>
#include <vector>

#include "dse/estimate/graph/flat_map.hpp"
#include "dse/estimate/graph/graph.hpp"

namespace pom::dse::estimate {

/// Finds the accesses of a block to one array that may be to the element of a new one. Elements of two shapes differ
/// wherever an index of both has equal terms and another constant, so that accesses are found by a hash of such
/// constants instead of comparing all pairs: an unrolled body has thousands.
class EventIndex {
 public:
  /// Adds the event with this number, in increasing order; without an access, or with one of no shape, it is found for
  /// every element. `indices`: Graph::indices.
  void add(int event, const GraphAccess*, const std::vector<Linear>& indices);
  /// Returns the numbers of events, in increasing order: all that may be to the element, and perhaps some that are not.
  /// Valid until the next call.
  const std::vector<int>& find(const GraphAccess&, const std::vector<Linear>& indices);

 private:
  /// The events of a shape by the constants of some of its indices.
  struct Table {
    std::uint64_t dimensions = 0;  ///< one bit for each index that counts
    FlatMap<int> last;             ///< by hash: the last event, as a position in Shape::entries
    std::vector<int> previous;     ///< by position: the previous event of the same hash; -1: none
  };
  struct Entry {
    int event = -1, first_index = -1;
  };
  struct Shape {
    std::vector<Entry> entries;
    std::vector<Table> tables;
  };

  Table& table_of(Shape&, std::uint64_t dimensions, const std::vector<Linear>& indices);

  std::vector<Shape> shapes_;
  std::vector<int> others_, found_;
  int events_ = 0;
};

}  // namespace pom::dse::estimate
