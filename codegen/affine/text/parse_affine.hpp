#pragma once
#include <string>

#include "codegen/affine/affine_module.hpp"

/// Modules that others may have written, as text: what is trusted of them.
namespace pom::backend {

/// Parses and verifies text. Errors: `bad-mlir` at the line of `file_name`.
Result<AffineModule> parse_affine(const std::string& text, const std::string& file_name, CodegenContext&);

}  // namespace pom::backend
