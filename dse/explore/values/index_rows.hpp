#pragma once
#include <cstdint>
#include <vector>

namespace pom::dse::explore {

/// Holds the coefficients of a linear index by place of the loop.
using IndexRow = std::vector<std::int64_t>;

/// Spans the iterations that linear indices tell apart: those whose indices differ in at least one row.
class IndexRows {
 public:
  /// Rows have `loops` coefficients.
  explicit IndexRows(std::size_t loops) : loops_(loops) {}

  /// Nothing is added for a row that the others already span, or whose coefficients are too large to tell.
  void add(IndexRow row);
  void add(const IndexRows&);
  /// Iterations that differ in this row differ in one of the others as well.
  bool span(const IndexRow& row) const;
  /// Loops that some row moves with (bits).
  unsigned loops() const;
  /// The largest sets of loops (bits) such that any two iterations that differ only in loops of one set have different
  /// indices. Where many loops depend on each other, one of these sets.
  std::vector<unsigned> independent_loops() const;

 private:
  std::size_t rank_of(unsigned loops) const;

  std::size_t loops_;
  std::vector<IndexRow> rows_;  ///< in echelon form: each has its first coefficient where no other has one
};

}  // namespace pom::dse::explore
