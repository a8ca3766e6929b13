#pragma once
#include <optional>
#include <vector>

#include "codegen/affine/text/text_limits.hpp"
#include "codegen/affine/text/text_tokens.hpp"

namespace pom::backend {

/// MLIR 19's parser crashes when an operation names a value that a region of that same operation defines: when the
/// definition comes, it frees the place-holder that the operation, not built yet, holds as operand. No valid text
/// defines inside a region what was named on the way to it, so that is refused: by the words alone, whatever the names
/// mean.
std::optional<TextFinding> check_value_order(const std::vector<TextToken>&);

}  // namespace pom::backend
