#pragma once
#include <cstdint>
#include <vector>

#include "dsl/model/expr_node.hpp"

namespace pom::dsl {

/// An elaborated index or bound, flattened for fast evaluation: constant + Σ coefficient·iterator + Σ multiplier·⌊form
/// / divisor⌋ + Σ multiplier·(min or max of two forms).
struct AffineForm {
  struct Quotient;
  struct Choice;

  std::int64_t constant = 0;
  std::vector<std::int64_t> coefficients;  ///< one per loop of the compute
  std::vector<Quotient> quotients;
  std::vector<Choice> choices;

  bool is_linear() const { return quotients.empty() && choices.empty(); }
  bool depends_on(int loop) const;
  std::int64_t evaluate(const std::int64_t* iterators) const;
  void add(const AffineForm& other, std::int64_t multiplier);
};

struct AffineForm::Quotient {
  std::int64_t multiplier;
  AffineForm dividend;
  std::int64_t divisor;  ///< > 0
};

struct AffineForm::Choice {
  std::int64_t multiplier;
  Op op;  ///< min or max
  std::vector<AffineForm> operands;
};

/// A guard, flattened likewise.
struct AffineCondition {
  Op op = Op::ge;  ///< a comparison of `difference` with 0, or logical_and, logical_or of `parts`
  AffineForm difference;
  std::vector<AffineCondition> parts;

  bool holds(const std::int64_t* iterators) const;
};

/// `loops`: how many loops the compute has.
AffineCondition flatten_condition(const ExprNode& elaborated, std::size_t loops);

/// Whether an expression whose parameters have no values is an error, or each of them counts as 0: for who asks how an
/// index moves with the loops.
enum class Parameters { have_values, are_zero };

/// `loops`: how many loops the compute has.
AffineForm flatten_affine(const ExprNode& elaborated, std::size_t loops,
                          Parameters parameters = Parameters::have_values);

}  // namespace pom::dsl
