#pragma once
#include <map>
#include <vector>

#include "dse/kernel/index.hpp"
#include "polyhedral/loops/loop_tree.hpp"

namespace pom::dse {

NumberType number_type(const Type&);
Index make_index(const poly::AffineExpr&);
/// Converts an elaborated index or bound of a statement; `iterators` holds the values of the statement's loops.
Index make_index(const dsl::ExprNode&, const std::vector<Index>& iterators);

/// Maps a program's arrays and scalars to their positions in Function::arrays.
struct VariablePlaces {
  std::map<int, int> arrays, scalars;
};

/// Adds the integer operations that compute the index; returns the position of the result in Function::expressions.
int add_index_value(Function&, const Index&);
/// Adds the comparison "a >= b" or "a == b", each term on the side where its coefficient is positive, as in the C++.
int add_constraint(Function&, const Index&, OpKind comparison);
int add_expression(Function&, Expression);
int add_operation(Function&, OpKind, const NumberType&, std::vector<int> operands);
int add_constant(Function&, const NumberType&, double value);
/// Adds the logical and of two conditions.
int add_conjunction(Function&, int left, int right);

/// Adds the expressions of one statement instance. A node that is used twice is computed once.
class ValueBuilder {
 public:
  ValueBuilder(const poly::LoopTree& tree, Function& function, const VariablePlaces& places,
               const std::vector<Index>& iterators, const std::vector<poly::BindingMark>& bindings)
      : tree_(tree), function_(function), places_(places), iterators_(iterators), bindings_(bindings) {}

  int build(const dsl::ExprNode&);
  /// Converts the index of an access; the result is opaque where the program computes the index from data.
  Index build_index(const dsl::ExprNode&);
  /// Which of several FIFOs side by side an element passes through.
  std::vector<Index> lane_indices(int array, const std::vector<dsl::ExprPtr>& indices);

 private:
  int build_new(const dsl::ExprNode&);
  int share(int expression);
  void bind(int expression, const dsl::ExprNode&);
  int build_load(const dsl::ExprNode&);
  int build_cast(const dsl::ExprNode&);
  int build_zero_check(const dsl::ExprNode&, int divisor, int quotient);
  int build_saturating_cast(const dsl::ExprNode&, int value);
  int build_absolute(const dsl::ExprNode&);
  int build_comparison(OpKind, const dsl::ExprNode& left, const dsl::ExprNode& right);
  /// Adds the node's truth value as one bit.
  int build_condition(const dsl::ExprNode&);
  int build_new_condition(const dsl::ExprNode&);

  const poly::LoopTree& tree_;
  Function& function_;
  const VariablePlaces& places_;
  const std::vector<Index>& iterators_;
  const std::vector<poly::BindingMark>& bindings_;
  std::map<const dsl::ExprNode*, int> done_, conditions_;
  std::map<int, int> taken_;  ///< loads of streamed arrays by array: an element leaves a FIFO only once
};

}  // namespace pom::dse
