#pragma once
#include <cstdint>
#include <vector>

#include "dsl/expr_node.hpp"

namespace pom::dsl {

/// An elaborated index or bound, flattened for fast evaluation: constant + Σ coefficient·iterator + Σ multiplier·⌊form
/// / divisor⌋.
struct AffineForm {
  struct Quotient;

  std::int64_t constant = 0;
  std::vector<std::int64_t> coefficients;  ///< one per loop of the compute
  std::vector<Quotient> quotients;

  bool is_linear() const { return quotients.empty(); }
  bool depends_on(int loop) const;
  std::int64_t evaluate(const std::int64_t* iterators) const;
  void add(const AffineForm& other, std::int64_t multiplier);
};

struct AffineForm::Quotient {
  std::int64_t multiplier;
  AffineForm dividend;
  std::int64_t divisor;  ///< > 0
};

/// `loops`: how many loops the compute has.
AffineForm flatten_affine(const ExprNode& elaborated, std::size_t loops);

}  // namespace pom::dsl
