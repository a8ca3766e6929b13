#pragma once
#include <mlir/Dialect/Func/IR/FuncOps.h>

#include "driver/import/imported_function.hpp"

namespace pom::driver {

/// Declares a function's arguments, local arrays and tables, with their banks, storage and FIFOs.
void import_arrays(mlir::func::FuncOp, ImportedFunction&);

/// Gives the arguments of the top function their ports.
void add_ports(mlir::func::FuncOp, dse::Function& top);

}  // namespace pom::driver
