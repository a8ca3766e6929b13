#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

namespace pom::backend {

/// A piece of MLIR text, cut as MLIR's lexer cuts it as far as the checks before the parser need to know.
struct TextToken {
  enum class Kind { word, number, value, symbol, string, sign };
  Kind kind = Kind::sign;
  std::string_view text;  ///< "affine.for", "8", "%i", "#map", "{", "->" …
  std::uint32_t line = 1;
  std::size_t offset = 0;

  bool is(std::string_view wanted) const { return text == wanted; }
};

/// The text without blanks and comments. Views into `text`.
std::vector<TextToken> split_text(std::string_view text);

}  // namespace pom::backend
