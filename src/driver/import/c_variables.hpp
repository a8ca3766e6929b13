#pragma once
#include <mlir/Dialect/Func/IR/FuncOps.h>

#include <vector>

namespace pom::driver {

/// The values of a function that C++ keeps in a variable because several statements use them, or because a store
/// between the value and its use changes what it was loaded from. In program order.
std::vector<mlir::Operation*> find_variables(mlir::func::FuncOp);

}  // namespace pom::driver
