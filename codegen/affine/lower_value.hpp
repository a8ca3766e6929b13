#pragma once
#include <mlir/IR/Builders.h>

#include <map>
#include <optional>

#include "codegen/affine/index_maps.hpp"
#include "dsl/model/function.hpp"

namespace pom::backend {

/// Where one statement instance is lowered: the builder stands in the innermost loop.
struct InstanceScope {
  mlir::OpBuilder& builder;
  mlir::Location location;
  const std::vector<poly::AffineExpr>& iterators;  ///< the original iteration vector
  const IndexVariables& variables;
  const std::map<int, mlir::Value>& arrays;   ///< by index in Function::arrays
  const std::map<int, mlir::Value>& scalars;  ///< by index in Function::scalars
  const std::vector<poly::BindingMark>& bindings;
  const poly::HardwareMarks& hardware;
};

/// The signless MLIR type of an element.
mlir::Type lower_type(const Type&, mlir::MLIRContext&);

/// Lowers the elaborated trees of one instance; a node that is used twice is computed once.
class ValueLowering {
 public:
  explicit ValueLowering(const InstanceScope& scope) : scope_(scope) {}

  mlir::Value lower(const dsl::ExprNode&);
  /// The operation that stores the value.
  mlir::Operation* store(mlir::Value value, const dsl::Access& target);

 private:
  mlir::Value lower_new(const dsl::ExprNode&);
  /// Says on the operation what it is to be built from, where the schedule does.
  void bind(mlir::Value, const dsl::ExprNode&);
  bool is_streamed(const dsl::ExprNode& load) const;
  mlir::Value lower_load(const dsl::ExprNode&);
  mlir::Value load_element(const dsl::ExprNode&);
  /// Of an element for which an index is computed. `inside`: its array, where indices that choices keep inside may stay
  /// as they are written.
  llvm::SmallVector<mlir::Value> lower_indices(const std::vector<dsl::ExprPtr>& indices,
                                               const dsl::Array* inside = nullptr);
  /// Of an element that is of use only inside the array, which has so many elements there.
  mlir::Value lower_inside(const dsl::ExprNode& index, std::int64_t extent);
  mlir::Value lower_affine(const dsl::ExprNode& index);
  mlir::Value lower_loop(const dsl::ExprNode&);
  mlir::Value lower_float_operation(const dsl::ExprNode&);
  mlir::Value lower_math_function(const dsl::ExprNode&, mlir::Value left, mlir::Value right);
  mlir::Value lower_integer_operation(const dsl::ExprNode&);
  mlir::Value lower_division(const dsl::ExprNode&, mlir::Value left, mlir::Value right);
  mlir::Value lower_number_operation(const dsl::ExprNode&);
  /// A pom.number operation; a constant has a value, the scaled integer.
  mlir::Value create_number(const char* kind, llvm::ArrayRef<mlir::Value> operands, llvm::ArrayRef<Type> types,
                            const Type& result, std::optional<std::int64_t> constant = {});
  mlir::Value lower_fixed_literal(const dsl::ExprNode&);
  mlir::Value lower_cast(const dsl::ExprNode&);
  mlir::Value compare(dsl::Op, const dsl::ExprNode& left, const dsl::ExprNode& right);
  /// The node's truth as i1.
  mlir::Value lower_condition(const dsl::ExprNode&);
  mlir::Value lower_new_condition(const dsl::ExprNode&);
  mlir::Value constant(const Type&, std::int64_t value);

  template <class Op, class... Arguments>
  mlir::Value create(Arguments&&... arguments) {
    return scope_.builder.create<Op>(scope_.location, std::forward<Arguments>(arguments)...);
  }

  const InstanceScope& scope_;
  std::map<const dsl::ExprNode*, mlir::Value> done_, conditions_;
  std::map<int, mlir::Value> taken_;  ///< elements of streamed arrays
  std::int64_t choices_ = 0;          ///< of the selects around what is being lowered
};

}  // namespace pom::backend
