#include "codegen/execute/jit.hpp"

#include <llvm/Support/TargetSelect.h>
#include <mlir/Dialect/LLVMIR/LLVMDialect.h>
#include <mlir/ExecutionEngine/ExecutionEngine.h>
#include <mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h>
#include <mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h>

#include <cstring>

#include "codegen/affine/affine_module_internal.hpp"
#include "codegen/execute/lowering.hpp"
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

/// The elements of an argument as the module has them, whose rows may be longer than the program's.
class RowsAtPort {
 public:
  RowsAtPort(const dsl::Array& array, std::vector<std::byte>& elements) : elements_(elements) {
    if (array.shape.empty() || array.row_at_port() == array.shape.back()) return;
    const std::size_t size = dsl::storage_bytes(array.type);
    row_ = static_cast<std::size_t>(array.shape.back()) * size;
    longer_ = static_cast<std::size_t>(array.row_at_port()) * size;
    port_.resize(elements.size() / row_ * longer_);
    for (std::size_t r = 0; r * row_ < elements.size(); ++r)
      std::memcpy(port_.data() + r * longer_, elements.data() + r * row_, row_);
  }

  void* data() { return longer_ > 0 ? port_.data() : elements_.data(); }
  void take_back() {
    for (std::size_t r = 0; longer_ > 0 && r * row_ < elements_.size(); ++r)
      std::memcpy(elements_.data() + r * row_, port_.data() + r * longer_, row_);
  }

 private:
  std::vector<std::byte>& elements_;
  std::vector<std::byte> port_;
  std::size_t row_ = 0, longer_ = 0;  ///< bytes; 0: the rows are as long as the program's
};

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
  lower_to_llvm(copy, engine_->numbers);

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
  std::vector<RowsAtPort> longer;
  for (int array : program_.array_arguments()) longer.emplace_back(*program_.arrays[array], memory.arrays[array]);
  for (RowsAtPort& rows : longer) pointers.push_back(rows.data());
  llvm::SmallVector<void*> arguments;
  for (int scalar : program_.scalar_arguments()) arguments.push_back(memory.scalars[scalar].data());
  for (void*& pointer : pointers) arguments.push_back(&pointer);
  if (llvm::Error error = engine_->execution->invokePacked(program_.name, arguments)) {
    throw InternalError("the affine module cannot be run: " + llvm::toString(std::move(error)));
  }
  for (RowsAtPort& rows : longer) rows.take_back();
  extend_numbers(program_, memory, Extension::own);
}

void run_affine(const AffineModule& module, const dsl::Function& program, dsl::Memory& memory) {
  AffineProgram(module, program).run(memory);
}

}  // namespace pom::backend
