#pragma once
#include <memory>

#include "codegen/affine/affine_module.hpp"
#include "dsl/execute/interpret.hpp"

namespace pom::backend {

/// The module's function as LLVM's JIT compiled it, at optimisation level 0: no contraction, no reassociation.
class AffineProgram {
 public:
  /// `program` outlives the object. Throws InternalError when the module cannot be lowered.
  AffineProgram(const AffineModule&, const dsl::Function& program);
  ~AffineProgram();
  AffineProgram(const AffineProgram&) = delete;
  AffineProgram& operator=(const AffineProgram&) = delete;

  /// Executes it on `memory`.
  void run(dsl::Memory& memory) const;

 private:
  struct Engine;
  const dsl::Function& program_;
  std::unique_ptr<Engine> engine_;
};

/// Compiles and runs once.
void run_affine(const AffineModule&, const dsl::Function& program, dsl::Memory& memory);

}  // namespace pom::backend
