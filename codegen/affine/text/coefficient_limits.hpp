#pragma once
#include <optional>
#include <vector>

#include "codegen/affine/text/text_limits.hpp"
#include "codegen/affine/text/text_tokens.hpp"

namespace pom::backend {

/// MLIR folds the constants of an affine expression in 64 bits and lets them wrap around: "%i + %i *
/// 9223372036854775807" becomes another index. Bounds what any coefficient could become by the expression's own
/// numbers.
std::optional<TextFinding> check_coefficients(const std::vector<TextToken>&);

}  // namespace pom::backend
