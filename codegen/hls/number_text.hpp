#pragma once
#include <llvm/ADT/ArrayRef.h>

#include "codegen/affine/pom_dialect.hpp"
#include "codegen/hls/expression_text.hpp"
#include "codegen/hls/index_text.hpp"

namespace pom::backend {

/// Prints an operation on the vendor's number classes from the text of its operands. Throws Unsupported.
Text print_number(ir::NumberOp, llvm::ArrayRef<Text> operands, Helpers&);

}  // namespace pom::backend
