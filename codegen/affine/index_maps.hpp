#pragma once
#include <llvm/ADT/SmallVector.h>
#include <mlir/IR/AffineMap.h>
#include <mlir/IR/Value.h>

#include <map>

#include "dsl/model/expr_node.hpp"
#include "polyhedral/loops/loop_tree.hpp"

namespace pom::backend {

/// What affine expressions speak of, as values of type index.
struct IndexVariables {
  std::map<int, mlir::Value> loops;       ///< the induction variables of the loops around, by LoopNode::id
  std::map<int, mlir::Value> parameters;  ///< by position in Function::scalars
};

/// Builds the expressions of one affine map: each variable that is mentioned becomes a dimension, in order of mention.
class IndexMapBuilder {
 public:
  IndexMapBuilder(mlir::MLIRContext& context, const IndexVariables& variables)
      : context_(context), variables_(variables) {}

  mlir::AffineExpr convert(const poly::AffineExpr&);
  /// An elaborated index expression at the original iteration vector `iterators`.
  mlir::AffineExpr convert(const dsl::ExprNode&, const std::vector<poly::AffineExpr>& iterators);

  mlir::AffineMap map(llvm::ArrayRef<mlir::AffineExpr> results) const;
  llvm::ArrayRef<mlir::Value> operands() const { return operands_; }
  unsigned dimensions() const { return static_cast<unsigned>(operands_.size()); }

 private:
  mlir::MLIRContext& context_;
  mlir::AffineExpr dimension(mlir::Value);

  const IndexVariables& variables_;
  llvm::SmallVector<mlir::Value> operands_;
};

}  // namespace pom::backend
