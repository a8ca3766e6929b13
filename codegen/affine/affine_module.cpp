#include "codegen/affine/affine_module.hpp"

#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/Math/IR/Math.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>

#include "codegen/affine/affine_module_internal.hpp"
#include "codegen/affine/pom_dialect.hpp"

namespace pom::backend {

CodegenContext::CodegenContext() : impl_(std::make_unique<Impl>()) {
  impl_->context.loadDialect<mlir::affine::AffineDialect, mlir::arith::ArithDialect, mlir::func::FuncDialect,
                             mlir::math::MathDialect, mlir::memref::MemRefDialect, ir::PomDialect>();
  // A diagnostic here is its message and its line; the operation's text beside it would be built for nobody, at any
  // length.
  impl_->context.printOpOnDiagnostic(false);
}

CodegenContext::~CodegenContext() = default;

AffineModule::AffineModule(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
AffineModule::AffineModule(AffineModule&&) noexcept = default;
AffineModule& AffineModule::operator=(AffineModule&&) noexcept = default;
AffineModule::~AffineModule() = default;

std::string AffineModule::text() const {
  std::string text;
  llvm::raw_string_ostream out(text);
  impl_->module->print(out);
  return out.str();
}

}  // namespace pom::backend
