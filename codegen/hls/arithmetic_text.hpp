#pragma once
#include <llvm/ADT/ArrayRef.h>
#include <mlir/IR/Operation.h>

#include "codegen/hls/expression_text.hpp"

namespace pom::backend {

/// Prints an operation of arith or math, or a constant, from the text of its operands. Throws Unsupported.
Text print_arithmetic(mlir::Operation&, llvm::ArrayRef<Text> operands);

}  // namespace pom::backend
