#pragma once
#include <mlir/Dialect/Func/IR/FuncOps.h>

#include <string>

#include "codegen/hls/index_text.hpp"

namespace pom::backend {

/// Among the helpers: the function asserts something.
inline constexpr const char* assertion_helper = "assert";

/// "void gemm(float A[32][32])", of a function whose signature is printable (check_printable.hpp).
std::string print_signature(mlir::func::FuncOp);
/// The whole function; its body is printable too. Throws Unsupported where an index has no form.
std::string print_function(mlir::func::FuncOp, Helpers&);

}  // namespace pom::backend
