#pragma once
#include <memory>
#include <string>

#include "polyhedral/loops/loop_tree.hpp"
#include "support/result.hpp"

namespace pom::backend {

/// Owns what MLIR needs around modules: dialects and interned types. Outlives its modules; cheap to keep, costly to
/// make.
class CodegenContext {
 public:
  CodegenContext();
  ~CodegenContext();

  struct Impl;
  Impl& impl() const { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

/// IR 3: a module of affine + arith + memref + math + func operations with `pom` attributes. Verified.
class AffineModule {
 public:
  struct Impl;
  explicit AffineModule(std::unique_ptr<Impl> impl);
  AffineModule(AffineModule&&) noexcept;
  AffineModule& operator=(AffineModule&&) noexcept;
  ~AffineModule();

  /// As MLIR text; parse_affine gives the same module back.
  std::string text() const;
  Impl& impl() const { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

/// One function: scalar arguments first, then the used arrays, in order of declaration.
Result<AffineModule> lower_to_affine(const poly::LoopTree&, CodegenContext&);

}  // namespace pom::backend
