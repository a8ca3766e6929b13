#pragma once
#include <isl/cpp.h>

namespace pom::poly {

/// Owns an isl context; outlives every isl object made from it. isl errors become isl::exception.
class IslContext {
 public:
  IslContext();
  ~IslContext();
  IslContext(const IslContext&) = delete;
  IslContext& operator=(const IslContext&) = delete;

  isl::ctx get() const { return isl::ctx(context_); }

 private:
  isl_ctx* context_;
};

}  // namespace pom::poly
