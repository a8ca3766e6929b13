#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "dse/estimate/blocks/pipelined_loops.hpp"
#include "dse/estimate/graph/linear.hpp"

namespace pom::dse::estimate {

/// The condition that an element of two iterations is the same, as linear equations: the values of loops and other
/// symbols in the earlier iteration, and the offsets from it to the later one, are unknown.
class IndexEquality {
 public:
  explicit IndexEquality(const std::vector<RunningLoop>& loops) : loops_(loops) {}

  /// Adds the equation of one dimension; opaque indices and quotients have none.
  void add(const Linear& earlier, const Linear& later);

  /// Solves the equations; returns false if they have no solution.
  bool solve();
  /// The offset of loop number `loop` in iterations, if it is the same in all solutions.
  std::optional<std::int64_t> offset(std::size_t loop) const;

 private:
  using Row = std::vector<std::int64_t>;

  std::size_t column_of(int symbol);
  bool eliminate(std::size_t column, std::size_t first);

  const std::vector<RunningLoop>& loops_;
  std::vector<int> symbols_;
  std::vector<Row> rows_;  ///< the constant, the factors of the offsets by loop, those of the symbols
};

}  // namespace pom::dse::estimate
