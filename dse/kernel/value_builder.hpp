#pragma once
#include <map>
#include <vector>

#include "dse/kernel/index.hpp"
#include "polyhedral/loops/loop_tree.hpp"

namespace pom::dse {

NumberType number_type(const Type&);
Index make_index(const poly::AffineExpr&);
/// An elaborated index or bound of a statement whose loops have the values `iterators`.
Index make_index(const dsl::ExprNode&, const std::vector<Index>& iterators);

/// Where a program's arrays and scalars are in Function::arrays.
struct VariablePlaces {
  std::map<int, int> arrays, scalars;
};

/// The index as integer arithmetic; where it stands in Function::expressions.
int add_index_value(Function&, const Index&);
/// "a >= b" or "a == b" with every term on the side where it is positive, as the C++ has it.
int add_constraint(Function&, const Index&, OpKind comparison);
int add_expression(Function&, Expression);
int add_operation(Function&, OpKind, const NumberType&, std::vector<int> operands);
int add_constant(Function&, const NumberType&, double value);
/// Both of two conditions.
int add_conjunction(Function&, int left, int right);

/// Adds the expressions of one statement instance; a node that is used twice is computed once.
class ValueBuilder {
 public:
  ValueBuilder(const poly::LoopTree& tree, Function& function, const VariablePlaces& places,
               const std::vector<Index>& iterators, const std::vector<poly::BindingMark>& bindings)
      : tree_(tree), function_(function), places_(places), iterators_(iterators), bindings_(bindings) {}

  int build(const dsl::ExprNode&);
  /// The index of an access: opaque where the program computes it.
  Index build_index(const dsl::ExprNode&);

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
  /// The node's truth as one bit.
  int build_condition(const dsl::ExprNode&);
  int build_new_condition(const dsl::ExprNode&);

  const poly::LoopTree& tree_;
  Function& function_;
  const VariablePlaces& places_;
  const std::vector<Index>& iterators_;
  const std::vector<poly::BindingMark>& bindings_;
  std::map<const dsl::ExprNode*, int> done_, conditions_;
  std::map<int, int> taken_;  ///< elements of streamed arrays: they leave a FIFO once
};

}  // namespace pom::dse
