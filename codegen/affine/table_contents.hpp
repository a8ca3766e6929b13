#pragma once
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/IR/Builders.h>

#include "dsl/model/function.hpp"
#include "dsl/model/number.hpp"

namespace pom::backend {

/// A table's elements as a constant of MLIR.
mlir::DenseElementsAttr table_contents(const dsl::Array& table, mlir::MemRefType type);

/// The bits of each element, row-major, in the low ones.
std::vector<dsl::Wide> table_bits(mlir::DenseElementsAttr contents);

/// What memref.get_global of a constant with given contents leads to; null: of something else.
mlir::DenseElementsAttr contents_of(mlir::memref::GetGlobalOp table);

}  // namespace pom::backend
