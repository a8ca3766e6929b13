#pragma once
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/IR/Builders.h>

#include "polyhedral/loops/loop_tree.hpp"

namespace pom::backend {

/// The pom attributes of an iterator that a routine gets: its name, its values, and the likely one.
llvm::SmallVector<mlir::NamedAttribute> iterator_attributes(const poly::PassedIterator&, mlir::Builder&);

/// The pom attributes of a scalar argument: its name and signedness.
llvm::SmallVector<mlir::NamedAttribute> scalar_attributes(const poly::LoopTree&, int scalar, mlir::Builder&);

/// The pom attributes of an array, argument or local: name, signedness, banks, storage, stream.
llvm::SmallVector<mlir::NamedAttribute> array_attributes(const poly::LoopTree&, int array, mlir::Builder&);

/// The #pom.interface that was asked for; null: none.
mlir::Attribute port_attribute(const poly::LoopTree&, const std::string& port, mlir::Builder&);

/// The interfaces of the top function's arguments; arrays are memory ports unless something else was asked for.
void name_interfaces(const poly::LoopTree&, mlir::func::FuncOp top, mlir::Builder&);

}  // namespace pom::backend
