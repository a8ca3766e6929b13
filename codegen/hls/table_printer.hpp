#pragma once
#include <mlir/Dialect/MemRef/IR/MemRef.h>

#include <string>

#include "codegen/hls/expression_text.hpp"

namespace pom::backend {

/// The C++ type of a table's elements.
ValueType table_element(mlir::memref::GetGlobalOp table);

/// Its elements as an initialiser; lines begin behind `indent` spaces.
std::string table_text(mlir::memref::GetGlobalOp table, int indent);

}  // namespace pom::backend
