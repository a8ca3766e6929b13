#include "codegen/execute/jit.hpp"

#include <llvm/Support/TargetSelect.h>
#include <mlir/Conversion/AffineToStandard/AffineToStandard.h>
#include <mlir/Conversion/ArithToLLVM/ArithToLLVM.h>
#include <mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h>
#include <mlir/Conversion/FuncToLLVM/ConvertFuncToLLVMPass.h>
#include <mlir/Conversion/IndexToLLVM/IndexToLLVM.h>
#include <mlir/Conversion/MathToLLVM/MathToLLVM.h>
#include <mlir/Conversion/MathToLibm/MathToLibm.h>
#include <mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h>
#include <mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h>
#include <mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h>
#include <mlir/Dialect/Arith/Transforms/Passes.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/LLVMIR/LLVMDialect.h>
#include <mlir/ExecutionEngine/ExecutionEngine.h>
#include <mlir/Pass/PassManager.h>
#include <mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h>
#include <mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h>

#include <cstring>

#include "codegen/affine/affine_module_internal.hpp"
#include "codegen/execute/lower_numbers.hpp"
#include "codegen/execute/small_floats.hpp"
#include "dsl/model/number.hpp"

namespace pom::backend {

namespace {

void initialize_target_once() {
  static const bool done = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    return true;
  }();
  static_cast<void>(done);
}

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

/// How the bits of an element above its width are filled: LLVM takes and leaves zeros, memories hold what the type
/// wants.
enum class Extension { zero, own };

void extend_numbers(const dsl::Function& program, dsl::Memory& memory, Extension extension) {
  const auto extend = [&](std::vector<std::byte>& bytes, const Type& type) {
    const std::size_t size = dsl::storage_bytes(type);
    if (!dsl::is_number(type) || static_cast<std::size_t>(type.bits) == 8 * size) return;
    const Type wanted = extension == Extension::zero ? p_uint(type.bits) : type;
    for (std::size_t at = 0; at < bytes.size(); at += size) {
      dsl::Wide value = 0;
      std::memcpy(&value, bytes.data() + at, size);
      value = dsl::wrap_number(value, wanted);
      std::memcpy(bytes.data() + at, &value, size);
    }
  };
  for (int array : program.array_arguments()) extend(memory.arrays[array], program.arrays[array]->type);
  for (int scalar : program.scalar_arguments()) extend(memory.scalars[scalar], program.scalars[scalar]->type);
}

void lower_to_llvm(mlir::ModuleOp module) {
  mlir::PassManager passes(module.getContext());
  passes.addPass(mlir::createLowerAffinePass());
  passes.addPass(mlir::createConvertSCFToCFPass());
  // The same libm calls that C++'s overloads make, so that results are equal bit for bit.
  passes.addPass(mlir::createConvertMathToLibmPass());
  passes.addPass(mlir::createConvertMathToLLVMPass());
  mlir::arith::ArithExpandOpsPassOptions expansions;
  expansions.includeBf16 = true;
  passes.addPass(mlir::arith::createArithExpandOpsPass(expansions));
  passes.addPass(mlir::createArithToLLVMConversionPass());
  passes.addPass(mlir::createConvertControlFlowToLLVMPass());
  mlir::FinalizeMemRefToLLVMConversionPassOptions memory;
  passes.addPass(mlir::createFinalizeMemRefToLLVMConversionPass(memory));
  mlir::ConvertFuncToLLVMPassOptions functions;
  functions.useBarePtrCallConv = true;
  passes.addPass(mlir::createConvertFuncToLLVMPass(functions));
  passes.addPass(mlir::createReconcileUnrealizedCastsPass());
  if (failed(passes.run(module))) throw InternalError("the affine module cannot be lowered to LLVM");
}

}  // namespace

struct AffineProgram::Engine {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  NumberCalls numbers;
  std::unique_ptr<mlir::ExecutionEngine> execution;
};

AffineProgram::AffineProgram(const AffineModule& module, const dsl::Function& program)
    : program_(program), engine_(std::make_unique<Engine>()) {
  initialize_target_once();
  engine_->module = module.impl().module->clone();
  mlir::ModuleOp copy = *engine_->module;
  mlir::MLIRContext& context = *copy->getContext();
  context.loadDialect<mlir::LLVM::LLVMDialect>();
  mlir::registerBuiltinDialectTranslation(context);
  mlir::registerLLVMDialectTranslation(context);
  drop_hardware_attributes(copy);
  engine_->numbers.lower(copy);
  round_small_floats(copy);
  lower_to_llvm(copy);

  mlir::ExecutionEngineOptions options;
  options.jitCodeGenOptLevel = llvm::CodeGenOptLevel::None;
  // Debuggers and profilers are told nothing: the latter's listener leaves a file in the home directory with each run.
  options.enableGDBNotificationListener = options.enablePerfNotificationListener = false;
  auto execution = mlir::ExecutionEngine::create(copy, options);
  if (!execution) throw InternalError("no execution engine: " + llvm::toString(execution.takeError()));
  NumberCalls::provide(**execution);
  engine_->execution = std::move(*execution);
}

AffineProgram::~AffineProgram() = default;

void AffineProgram::run(dsl::Memory& memory) const {
  extend_numbers(program_, memory, Extension::zero);
  // invokePacked wants the address of each argument; arrays are passed as bare pointers.
  std::vector<void*> pointers;
  for (int array : program_.array_arguments()) pointers.push_back(memory.arrays[array].data());
  llvm::SmallVector<void*> arguments;
  for (int scalar : program_.scalar_arguments()) arguments.push_back(memory.scalars[scalar].data());
  for (void*& pointer : pointers) arguments.push_back(&pointer);
  if (llvm::Error error = engine_->execution->invokePacked(program_.name, arguments)) {
    throw InternalError("the affine module cannot be run: " + llvm::toString(std::move(error)));
  }
  extend_numbers(program_, memory, Extension::own);
}

void run_affine(const AffineModule& module, const dsl::Function& program, dsl::Memory& memory) {
  AffineProgram(module, program).run(memory);
}

}  // namespace pom::backend
