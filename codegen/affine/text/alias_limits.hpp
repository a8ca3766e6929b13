#pragma once
#include <optional>
#include <vector>

#include "codegen/affine/text/text_limits.hpp"
#include "codegen/affine/text/text_tokens.hpp"

namespace pom::backend {

/// Aliases of aliases make a short text long, or deep: written out, as MLIR's printers and messages do, each may double
/// the one before. Bounds what all of the text would be.
std::optional<TextFinding> check_alias_limits(const std::vector<TextToken>&);

}  // namespace pom::backend
