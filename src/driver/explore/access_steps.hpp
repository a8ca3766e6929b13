#pragma once
#include <cstdint>
#include <vector>

#include "polyhedral/ir/scop.hpp"

namespace pom::driver {

/// Elements along each dimension of an array.
using Widths = std::vector<std::int64_t>;

std::int64_t product_of(const Widths&);

/// The values of a loop around a statement, as a box has them.
double trips(const poly::Statement&, std::size_t level);

/// How one access moves through an array with each loop around its statement.
class AccessSteps {
 public:
  /// `statement` outlives it.
  AccessSteps(const poly::Statement& statement, const std::vector<dsl::ExprPtr>& indices);

  const poly::Statement& statement() const { return *statement_; }
  std::size_t dimensions() const { return steps_.size(); }

  /// What `at_once` iterations of a loop and all inside of them meet.
  Widths met(std::size_t level, std::int64_t at_once) const;

  /// What of that the iteration before has not met.
  Widths fresh(std::size_t level, std::int64_t at_once) const;

  /// Whether neighbouring iterations meet elements in common, which makes a window.
  bool overlaps(std::size_t level) const;

  /// Whether the innermost loop moves it along a row, from one element to the next, and in no other dimension.
  bool runs_along_rows() const;

  /// Iterations of the innermost loops down to `level` in which nothing moves.
  double standing_still(std::size_t level, std::int64_t at_once) const;

  /// The dimensions in the order in which the outer `loops` move them.
  std::vector<std::size_t> order(std::size_t loops) const;

 private:
  std::int64_t met_along(const std::vector<std::int64_t>& steps, std::size_t level, std::int64_t at_once) const;
  bool moves(std::size_t loop) const;

  const poly::Statement* statement_;
  std::vector<std::vector<std::int64_t>> steps_;  ///< by dimension and loop
  std::vector<std::int64_t> trips_;
};

}  // namespace pom::driver
