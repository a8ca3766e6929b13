#pragma once
#include <llvm/ADT/SmallVector.h>
#include <mlir/IR/AffineMap.h>
#include <mlir/IR/Value.h>

#include <map>

#include "dsl/expr_node.hpp"
#include "polyhedral/loops/loop_tree.hpp"

namespace pom::backend {

/// The induction variables of the loops around, by LoopNode::id.
using InductionVariables = std::map<int, mlir::Value>;

/// Builds the expressions of one affine map: each loop that is mentioned becomes a dimension, in order of mention.
class IndexMapBuilder {
 public:
  IndexMapBuilder(mlir::MLIRContext& context, const InductionVariables& loops) : context_(context), loops_(loops) {}

  mlir::AffineExpr convert(const poly::AffineExpr&);
  /// An elaborated index expression at the original iteration vector `iterators`.
  mlir::AffineExpr convert(const dsl::ExprNode&, const std::vector<poly::AffineExpr>& iterators);

  mlir::AffineMap map(llvm::ArrayRef<mlir::AffineExpr> results) const;
  llvm::ArrayRef<mlir::Value> operands() const { return operands_; }
  unsigned dimensions() const { return static_cast<unsigned>(operands_.size()); }

 private:
  mlir::MLIRContext& context_;
  const InductionVariables& loops_;
  std::map<int, unsigned> dimension_of_;
  llvm::SmallVector<mlir::Value> operands_;
};

}  // namespace pom::backend
