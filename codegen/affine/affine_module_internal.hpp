#pragma once
#include <mlir/IR/BuiltinOps.h>
#include <mlir/IR/MLIRContext.h>
#include <mlir/IR/OwningOpRef.h>

#include "codegen/affine/affine_module.hpp"

/// MLIR behind the module's handles; included by codegen's .cpp files only.
namespace pom::backend {

struct CodegenContext::Impl {
  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
};

struct AffineModule::Impl {
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

}  // namespace pom::backend
