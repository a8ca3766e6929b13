#include "codegen/affine/text/text_limits.hpp"

#include <algorithm>

#include "codegen/affine/text/alias_limits.hpp"
#include "codegen/affine/text/coefficient_limits.hpp"
#include "codegen/affine/text/text_tokens.hpp"
#include "codegen/affine/text/value_order.hpp"

namespace pom::backend {

namespace {

using Kind = TextToken::Kind;

constexpr std::size_t most_bytes = std::size_t{4} << 20;
constexpr int most_brackets = 300;                ///< open at one place
constexpr int most_operators = 100;               ///< in one affine expression
constexpr std::size_t longest_list = 8 << 10;     ///< bytes between [ ] or < >
constexpr std::size_t longest_number = 100;       ///< digits
constexpr std::size_t longest_result_number = 3;  ///< digits of "%0#999" and "%0:999"
constexpr std::size_t longest_width = 4;          ///< "i999"

class LimitScan {
 public:
  std::optional<TextFinding> run(const std::vector<TextToken>& tokens) {
    for (std::size_t n = 0; n < tokens.size(); ++n) {
      const TextToken& token = tokens[n];
      const std::string problem = check(token, n ? &tokens[n - 1] : nullptr, n > 1 ? &tokens[n - 2] : nullptr);
      if (!problem.empty()) return TextFinding{problem, token.line};
    }
    return {};
  }

 private:
  std::string check(const TextToken& token, const TextToken* before, const TextToken* before_that) {
    const bool is_metadata =
        token.kind == Kind::symbol && before && before->is("-") && before_that && before_that->is("{");
    if (is_metadata) return "file metadata is not part of a module here";
    if (lists_ > 0 && token.offset - list_start_ > longest_list) {
      return "a list has more than " + std::to_string(longest_list) + " bytes";
    }
    const bool is_array_type = before && before->is("<") && before_that && before_that->is("array");
    if (is_array_type && !is_array_element(token.text)) return "array<> has elements of i8, i16, i32, i64, f32 or f64";
    if (token.kind == Kind::word) return check_word(token.text);
    if (token.kind == Kind::number) return check_number(token, before, before_that);
    // "%0#7" is a value and a symbol without a name of its own.
    if (token.kind == Kind::symbol && before && before->kind == Kind::value &&
        token.text.size() > longest_result_number + 1) {
      return "a value is given too many results";
    }
    return token.kind == Kind::sign ? check_sign(token) : "";
  }

  /// Of others, "array<ui1: 0>" for one, MLIR's printer reads what its parser did not write.
  static bool is_array_element(std::string_view type) {
    return type == "i8" || type == "i16" || type == "i32" || type == "i64" || type == "f32" || type == "f64";
  }

  std::string check_word(std::string_view word) {
    if (word == "mod" || word == "floordiv" || word == "ceildiv") return count_operator();
    // "8x8xi16777215" ends in a word that starts with the x before the type.
    word.remove_prefix(std::min(word.rfind('x') + 1, word.size()));
    if (word == "f80" || word == "f128") return "MLIR does not read back the " + std::string(word) + " that it writes";
    if (word.starts_with("si") || word.starts_with("ui")) word.remove_prefix(1);
    const bool is_integer =
        word.size() > longest_width && word[0] == 'i' && word.find_first_not_of("0123456789", 1) == word.npos;
    return is_integer ? "integers have at most 999 bits here" : "";
  }

  static std::string check_number(const TextToken& number, const TextToken* before, const TextToken* before_that) {
    if (number.text.size() > longest_number)
      return "a number has more than " + std::to_string(longest_number) + " digits";
    const bool counts_results = before && before->is(":") && before_that && before_that->kind == Kind::value;
    return counts_results && number.text.size() > longest_result_number ? "a value is given too many results" : "";
  }

  std::string count_operator() {
    if (++operators_ <= most_operators) return "";
    return "an expression has more than " + std::to_string(most_operators) + " operators";
  }

  std::string check_sign(const TextToken& sign) {
    const char c = sign.text.back();
    if (sign.is("+") || sign.is("-") || sign.is("*")) return count_operator();
    // What is inside an expression, beside operators, is round brackets.
    if (c != '(' && c != ')') operators_ = 0;
    const bool opens_list = sign.is("[") || sign.is("<"), closes_list = sign.is("]") || sign.is(">");
    if (opens_list && lists_++ == 0) list_start_ = sign.offset;
    if (closes_list && lists_ > 0) --lists_;
    if (opens_list || sign.is("{") || sign.is("(")) ++open_;
    if ((closes_list || sign.is("}") || sign.is(")")) && open_ > 0) --open_;
    return open_ <= most_brackets ? "" : "brackets are nested more than " + std::to_string(most_brackets) + " deep";
  }

  int open_ = 0, lists_ = 0, operators_ = 0;
  std::size_t list_start_ = 0;  ///< of the outermost list that is open
};

}  // namespace

std::optional<TextFinding> check_text_limits(const std::string& text) {
  if (text.size() > most_bytes)
    return TextFinding{"the text has more than " + std::to_string(most_bytes >> 20) + " MiB", 1};
  // Neither the bytecode's reader nor that of metadata has limits, and nobody needs them here.
  if (text.starts_with("ML\xefR")) return TextFinding{"MLIR bytecode is not read, only text", 1};
  const std::vector<TextToken> tokens = split_text(text);
  if (auto finding = LimitScan().run(tokens)) return finding;
  if (auto finding = check_alias_limits(tokens)) return finding;
  if (auto finding = check_coefficients(tokens)) return finding;
  return check_value_order(tokens);
}

}  // namespace pom::backend
