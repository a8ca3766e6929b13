#pragma once
#include <string>

#include "codegen/affine/affine_module.hpp"
#include "support/result.hpp"

namespace pom::backend {

/// The module's functions as readable HLS C++: the user's names, a label on every loop, one pragma for each decision.
/// Reads nothing but the module. `header` is the name of the header file to include, "" for none.
/// Errors: `unsupported-op` for an operation that has no C++ form here.
Result<std::string> emit_kernel(const AffineModule&, const std::string& header);

/// How linkers know the kernel: v++ looks for it under its C name.
enum class Linkage { cxx, c };

/// The declarations of the module's functions, with an include guard.
Result<std::string> emit_header(const AffineModule&, Linkage = Linkage::cxx);

}  // namespace pom::backend
