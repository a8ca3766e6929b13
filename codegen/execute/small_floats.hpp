#pragma once
#include <mlir/IR/BuiltinOps.h>

namespace pom::backend {

/// Makes every operation on 16-bit floats one on 32-bit floats whose result is rounded, each by itself. (MLIR's own
/// pass for this lets roundings between operations be folded away.)
void round_small_floats(mlir::ModuleOp);

}  // namespace pom::backend
