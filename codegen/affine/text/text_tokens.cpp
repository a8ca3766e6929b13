#include "codegen/affine/text/text_tokens.hpp"

#include <algorithm>
#include <cctype>

namespace pom::backend {

namespace {

using Kind = TextToken::Kind;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '.'; }
bool is_name(char c) { return is_word(c) || c == '-'; }

class Splitter {
 public:
  explicit Splitter(std::string_view text) : text_(text) {}

  std::vector<TextToken> run() {
    while (at_ < text_.size()) step();
    return std::move(tokens_);
  }

 private:
  char peek(std::size_t ahead) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  std::size_t length_of(std::size_t from, bool (*belongs)(char)) const {
    std::size_t end = at_ + from;
    while (end < text_.size() && belongs(text_[end])) ++end;
    return end - at_;
  }

  void take(Kind kind, std::size_t length) {
    length = std::min(length, text_.size() - at_);
    tokens_.push_back({kind, text_.substr(at_, length), line_, at_});
    at_ += length;
  }

  void step() {
    const char c = text_[at_];
    if (c == '\n') ++line_;
    // MLIR's lexer, too, takes a zero byte for a blank.
    if (c == '\n' || c == ' ' || c == '\t' || c == '\r' || c == '\0') {
      ++at_;
    } else if (c == '/' && peek(1) == '/') {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (c == '"') {
      take(Kind::string, length_of_string());
    } else if (is_digit(c)) {
      take(Kind::number, c == '0' && peek(1) == 'x' && std::isxdigit(static_cast<unsigned char>(peek(2)))
                             ? length_of(2, [](char d) { return std::isxdigit(static_cast<unsigned char>(d)) != 0; })
                             : length_of(0, is_digit));
    } else if (c == '%') {
      take(Kind::value, std::max<std::size_t>(length_of(1, is_name), 1));
    } else if (c == '@' || c == '#' || c == '!' || c == '^') {
      take(Kind::symbol, length_of(1, is_name));
    } else if (std::isalpha(static_cast<unsigned char>(c)) || c == '_') {
      take(Kind::word, length_of(0, is_word));
    } else {
      const bool pair = (c == '-' && peek(1) == '>') || ((c == '>' || c == '=') && peek(1) == '=');
      take(Kind::sign, pair ? 2 : 1);
    }
  }

  /// A string ends at its line's end, if not before: there the parser gives up.
  std::size_t length_of_string() const {
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != '"' && text_[end] != '\n') end += text_[end] == '\\' ? 2 : 1;
    return end + (end < text_.size() && text_[end] == '"' ? 1 : 0) - at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  std::vector<TextToken> tokens_;
};

}  // namespace

std::vector<TextToken> split_text(std::string_view text) { return Splitter(text).run(); }

}  // namespace pom::backend
