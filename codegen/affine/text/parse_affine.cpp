#include "codegen/affine/text/parse_affine.hpp"

#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <mlir/IR/Diagnostics.h>
#include <mlir/IR/Verifier.h>
#include <mlir/Parser/Parser.h>

#include "codegen/affine/affine_module_internal.hpp"
#include "codegen/affine/text/module_checks.hpp"
#include "codegen/affine/text/text_limits.hpp"

namespace pom::backend {

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
  const auto refusal = [&](std::string message, unsigned line) {
    return Diagnostic{Severity::error, "bad-mlir", std::move(message), {file_name, line}, {}, ""};
  };
  if (const auto finding = check_text_limits(text)) return refusal(finding->message, finding->line);
  std::vector<Diagnostic> errors;
  mlir::ScopedDiagnosticHandler handler(&context.impl().context, [&](mlir::Diagnostic& diagnostic) {
    if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error) {
      errors.push_back(refusal(diagnostic.str(), line_of(diagnostic.getLocation())));
    }
    return mlir::success();
  });
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, file_name), llvm::SMLoc());
  auto impl = std::make_unique<AffineModule::Impl>();
  const mlir::ParserConfig config(&context.impl().context, /*verifyAfterParse=*/false);
  impl->module = mlir::parseSourceFile<mlir::ModuleOp>(sources, config);
  const bool accepted = impl->module && succeeded(check_unverified(*impl->module)) &&
                        succeeded(mlir::verify(*impl->module)) && succeeded(check_verified(*impl->module));
  if (accepted) {
    AffineModule module(std::move(impl));
    // Its own text is a module's text as well: without aliases and abbreviations it may be beyond the limits.
    if (const auto finding = check_text_limits(module.text())) return refusal("written out: " + finding->message, 1);
    return module;
  }
  if (errors.empty()) errors.push_back(refusal("no MLIR module", 1));
  return errors;
}

}  // namespace pom::backend
