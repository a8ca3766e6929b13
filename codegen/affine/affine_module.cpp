#include "codegen/affine/affine_module.hpp"

#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/Math/IR/Math.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/IR/Diagnostics.h>
#include <mlir/Parser/Parser.h>

#include "codegen/affine/affine_module_internal.hpp"
#include "codegen/affine/pom_dialect.hpp"

namespace pom::backend {

CodegenContext::CodegenContext() : impl_(std::make_unique<Impl>()) {
  impl_->context.loadDialect<mlir::affine::AffineDialect, mlir::arith::ArithDialect, mlir::func::FuncDialect,
                             mlir::math::MathDialect, mlir::memref::MemRefDialect, ir::PomDialect>();
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

namespace {

/// The line that an MLIR location leads to, looking through call sites and fusions.
unsigned line_of(mlir::Location location) {
  unsigned line = 0;
  location->walk([&](mlir::Location part) {
    if (const auto file = llvm::dyn_cast<mlir::FileLineColLoc>(part)) line = file.getLine();
    return line ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
  });
  return line;
}

}  // namespace

Result<AffineModule> parse_affine(const std::string& text, const std::string& file_name, CodegenContext& context) {
  std::vector<Diagnostic> errors;
  mlir::ScopedDiagnosticHandler handler(&context.impl().context, [&](mlir::Diagnostic& diagnostic) {
    if (diagnostic.getSeverity() != mlir::DiagnosticSeverity::Error) return mlir::success();
    errors.push_back(
        {Severity::error, "bad-mlir", diagnostic.str(), {file_name, line_of(diagnostic.getLocation())}, {}, ""});
    return mlir::success();
  });
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, file_name), llvm::SMLoc());
  auto impl = std::make_unique<AffineModule::Impl>();
  impl->module = mlir::parseSourceFile<mlir::ModuleOp>(sources, mlir::ParserConfig(&context.impl().context));
  if (impl->module) return AffineModule(std::move(impl));
  if (errors.empty()) errors.push_back({Severity::error, "bad-mlir", "no MLIR module", {file_name, 1}, {}, ""});
  return errors;
}

}  // namespace pom::backend
