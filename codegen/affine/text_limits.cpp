#include "codegen/affine/text_limits.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace pom::backend {

namespace {

constexpr std::size_t most_bytes = std::size_t{16} << 20;
constexpr int most_brackets = 200;      ///< open at one place
constexpr int most_operators = 1000;    ///< in one affine expression
constexpr std::size_t most_digits = 3;  ///< of a result number: "%0#999"

/// Reads the text as MLIR's lexer would, as far as the limits are concerned.
class TextScan {
 public:
  explicit TextScan(std::string_view text) : text_(text) {}

  std::optional<TextFinding> run() {
    while (at_ < text_.size() && !finding_) step();
    return finding_;
  }

 private:
  bool starts_with(std::string_view word) const { return text_.substr(at_).starts_with(word); }
  void refuse(std::string message) { finding_ = TextFinding{std::move(message), line_}; }

  void step() {
    const char c = text_[at_];
    if (c == '\n') ++line_;
    if (c == '"') return skip_string();
    if (starts_with("//")) {
      at_ = std::min(text_.find('\n', at_), text_.size());
      return;
    }
    if (starts_with("{-#")) return refuse("file metadata is not part of a module for libpom");
    if (starts_with("->")) {
      operators_ = 0;
      at_ += 2;
      return;
    }
    if (c == '%' && at_ + 1 < text_.size()) return read_value();
    if (std::isalpha(static_cast<unsigned char>(c)) || c == '_') return read_word();
    count(c);
    ++at_;
  }

  /// A string ends at its line's end, if not before: there the parser gives up.
  void skip_string() {
    for (++at_; at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n'; ++at_) {
      if (text_[at_] == '\\') ++at_;
    }
    if (at_ < text_.size() && text_[at_] == '"') ++at_;
    at_ = std::min(at_, text_.size());
  }

  std::size_t end_of(std::size_t from, auto belongs) const {
    while (from < text_.size() && belongs(static_cast<unsigned char>(text_[from]))) ++from;
    return from;
  }

  void read_word() {
    const std::size_t end = end_of(at_, [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '.'; });
    const std::string_view word = text_.substr(at_, end - at_);
    if (word == "mod" || word == "floordiv" || word == "ceildiv") count('*');
    at_ = end;
  }

  /// "%0", "%0#1" and the definition "%0:2": the parser makes room for as many results.
  void read_value() {
    const auto in_name = [](unsigned char c) {
      return std::isalnum(c) || std::string_view("_$.-").find(static_cast<char>(c)) != std::string_view::npos;
    };
    const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
    const auto is_blank = [](unsigned char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
    std::size_t number = end_of(at_ + 1, in_name);
    const std::size_t after_name = number;
    if (number < text_.size() && text_[number] == ':') number = end_of(number + 1, is_blank);
    if (number < text_.size() && text_[number] == '#') ++number;
    if (end_of(number, is_digit) - number > most_digits) refuse("a value is given too many results");
    at_ = std::max(after_name, at_ + 1);
  }

  void count(char c) {
    switch (c) {
      case '(':
      case '[':
      case '{':
      case '<':
        if (++open_ > most_brackets) refuse("brackets are nested more than " + std::to_string(most_brackets) + " deep");
        break;
      case ')':
      case ']':
      case '}':
        open_ = std::max(open_ - 1, 0);
        break;
      case '>':
        // ">=" in a set is no bracket.
        if (!starts_with(">=")) open_ = std::max(open_ - 1, 0);
        break;
      case '+':
      case '-':
      case '*':
        if (++operators_ > most_operators)
          refuse("an expression has more than " + std::to_string(most_operators) + " operators");
        return;
      default:
        break;
    }
    // None of these is inside an expression; round brackets are.
    if (std::string_view(",={}<>:").find(c) != std::string_view::npos) operators_ = 0;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  unsigned line_ = 1;
  int open_ = 0, operators_ = 0;
  std::optional<TextFinding> finding_;
};

}  // namespace

std::optional<TextFinding> check_text_limits(const std::string& text) {
  if (text.size() > most_bytes)
    return TextFinding{"the text has more than " + std::to_string(most_bytes >> 20) + " MiB", 1};
  // The bytecode's reader has no limits either, and nobody needs it here.
  if (text.starts_with("ML\xefR")) return TextFinding{"MLIR bytecode is not read, only text", 1};
  return TextScan(text).run();
}

}  // namespace pom::backend
