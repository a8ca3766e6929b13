#pragma once
#include <optional>
#include <string>

namespace pom::backend {

/// Why MLIR's parser is not given a text.
struct TextFinding {
  std::string message;
  unsigned line = 1;
};

/// The parser recurses on brackets and operators, searches lists from their start for each entry, allocates what a
/// number says, and writes aliases out in its messages: it trusts its input. These limits are far above every module
/// that libpom writes, and far below what ends the process. Constructs that IR 3 does not have, and that would need
/// limits of their own, are refused as well.
std::optional<TextFinding> check_text_limits(const std::string& text);

}  // namespace pom::backend
