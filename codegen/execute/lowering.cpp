#include "codegen/execute/lowering.hpp"

#include <mlir/Conversion/AffineToStandard/AffineToStandard.h>
#include <mlir/Conversion/ArithToLLVM/ArithToLLVM.h>
#include <mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h>
#include <mlir/Conversion/FuncToLLVM/ConvertFuncToLLVMPass.h>
#include <mlir/Conversion/MathToLLVM/MathToLLVM.h>
#include <mlir/Conversion/MathToLibm/MathToLibm.h>
#include <mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h>
#include <mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h>
#include <mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h>
#include <mlir/Dialect/Arith/Transforms/Passes.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/LLVMIR/LLVMDialect.h>
#include <mlir/Pass/PassManager.h>

#include <pom/diagnostic.hpp>

#include "codegen/affine/affine_module_internal.hpp"
#include "codegen/execute/lowering_text.hpp"
#include "codegen/execute/small_floats.hpp"

namespace pom::backend {

namespace {

/// The hardware decisions mean nothing to LLVM, and the dialect rightly refuses them on LLVM's operations.
void drop_hardware_attributes(mlir::ModuleOp module) {
  module.walk([](mlir::Operation* op) {
    llvm::SmallVector<mlir::StringAttr> names;
    for (const mlir::NamedAttribute attribute : op->getDiscardableAttrs()) {
      if (attribute.getName().getValue().starts_with("pom.")) names.push_back(attribute.getName());
    }
    for (const mlir::StringAttr name : names) op->removeAttr(name);
  });
  module.walk([](mlir::func::FuncOp function) {
    // Calls between functions have to pass arrays in the same way as we call the top one.
    for (unsigned n = 0; n < function.getNumArguments(); ++n)
      function.setArgAttrs(n, llvm::ArrayRef<mlir::NamedAttribute>());
  });
}

/// Clamps the indices that choices keep inside: MLIR reads the elements of both arms.
void clamp_indices(mlir::ModuleOp module) {
  llvm::SmallVector<ir::InsideOp> indices;
  module.walk([&](ir::InsideOp op) { indices.push_back(op); });
  for (ir::InsideOp op : indices) {
    mlir::OpBuilder builder(op);
    const auto number = [&](std::int64_t value) -> mlir::Value {
      return builder.create<mlir::arith::ConstantIndexOp>(op.getLoc(), value);
    };
    const mlir::Value last = number(static_cast<std::int64_t>(op.getExtent()) - 1);
    const mlir::Value above = builder.create<mlir::arith::MaxSIOp>(op.getLoc(), op.getIndex(), number(0));
    op.getResult().replaceAllUsesWith(builder.create<mlir::arith::MinSIOp>(op.getLoc(), above, last));
    op.erase();
  }
}

using MakePass = std::unique_ptr<mlir::Pass> (*)();

struct NamedPass {
  const char* name;
  MakePass make;
};

std::unique_ptr<mlir::Pass> expand_arith() {
  mlir::arith::ArithExpandOpsPassOptions expansions;
  expansions.includeBf16 = true;
  return mlir::arith::createArithExpandOpsPass(expansions);
}

std::unique_ptr<mlir::Pass> memref_to_llvm() {
  return mlir::createFinalizeMemRefToLLVMConversionPass(mlir::FinalizeMemRefToLLVMConversionPassOptions());
}

std::unique_ptr<mlir::Pass> func_to_llvm() {
  mlir::ConvertFuncToLLVMPassOptions functions;
  functions.useBarePtrCallConv = true;
  return mlir::createConvertFuncToLLVMPass(functions);
}

/// MLIR's passes. Math first becomes the libm calls that C++'s overloads make, so that results are equal bit for bit.
const NamedPass mlir_passes[] = {
    {"affine-to-scf", [] { return mlir::createLowerAffinePass(); }},
    {"scf-to-cf", [] { return mlir::createConvertSCFToCFPass(); }},
    {"math-to-libm", [] { return std::unique_ptr<mlir::Pass>(mlir::createConvertMathToLibmPass()); }},
    {"math-to-llvm", [] { return mlir::createConvertMathToLLVMPass(); }},
    {"expand-arith", expand_arith},
    {"arith-to-llvm", [] { return mlir::createArithToLLVMConversionPass(); }},
    {"cf-to-llvm", [] { return mlir::createConvertControlFlowToLLVMPass(); }},
    {"memref-to-llvm", memref_to_llvm},
    {"func-to-llvm", func_to_llvm},
    {"reconcile-casts", [] { return mlir::createReconcileUnrealizedCastsPass(); }}};

constexpr const char* own_passes[] = {"drop-hardware", "clamp-indices", "lower-numbers", "round-small-floats"};

}  // namespace

void lower_to_llvm(mlir::ModuleOp module, NumberCalls& numbers, const AfterLoweringPass& after) {
  const auto done = [&](const char* pass) {
    if (after) after(pass, module);
  };
  drop_hardware_attributes(module);
  done(own_passes[0]);
  clamp_indices(module);
  done(own_passes[1]);
  numbers.lower(module);
  done(own_passes[2]);
  round_small_floats(module);
  done(own_passes[3]);
  for (const NamedPass& pass : mlir_passes) {
    mlir::PassManager manager(module.getContext());
    manager.addPass(pass.make());
    if (failed(manager.run(module)))
      throw InternalError(std::string("the affine module cannot be lowered to LLVM: ") + pass.name);
    done(pass.name);
  }
}

std::vector<std::string> lowering_passes() {
  std::vector<std::string> names(std::begin(own_passes), std::end(own_passes));
  for (const NamedPass& pass : mlir_passes) names.emplace_back(pass.name);
  return names;
}

std::string text_after(const AffineModule& module, const std::string& pass) {
  mlir::OwningOpRef<mlir::ModuleOp> copy = module.impl().module->clone();
  (*copy)->getContext()->loadDialect<mlir::LLVM::LLVMDialect>();
  std::string text;
  NumberCalls numbers;
  lower_to_llvm(*copy, numbers, [&](const char* name, mlir::ModuleOp lowered) {
    if (name != pass) return;
    llvm::raw_string_ostream out(text);
    lowered.print(out);
  });
  return text;
}

}  // namespace pom::backend
