#include "codegen/affine/text/alias_limits.hpp"

#include <algorithm>
#include <unordered_map>

namespace pom::backend {

namespace {

constexpr std::size_t most_tokens = 2'000'000, deepest = 100;

/// How much an alias stands for: tokens, and brackets around brackets.
struct Extent {
  std::size_t tokens = 0, depth = 0;
};

class AliasScan {
 public:
  std::optional<TextFinding> run(const std::vector<TextToken>& tokens) {
    for (std::size_t n = 0; n < tokens.size(); ++n) {
      const TextToken& token = tokens[n];
      const bool is_alias = token.kind == TextToken::Kind::symbol && (token.text[0] == '#' || token.text[0] == '!');
      if (is_alias && open_ == 0 && n + 1 < tokens.size() && tokens[n + 1].is("=")) {
        defined_ = &(extents_[token.text] = {});
      } else {
        read(token, is_alias);
      }
      if (all_ > most_tokens) return TextFinding{"with its aliases written out, the text is too long", token.line};
      if (defined_ && defined_->depth > deepest) return TextFinding{"an alias is nested too deep", token.line};
    }
    return {};
  }

 private:
  void read(const TextToken& token, bool is_alias) {
    Extent part = {1, 0};
    if (const auto found = is_alias ? extents_.find(token.text) : extents_.end(); found != extents_.end()) {
      part = {found->second.tokens + 1, found->second.depth};
    }
    if (token.is("(") || token.is("[") || token.is("{") || token.is("<")) ++open_;
    if ((token.is(")") || token.is("]") || token.is("}") || token.is(">")) && open_ > 0) --open_;
    // Behind the last definition stand operations, and no operation's name is a word that attributes and types begin
    // with.
    const bool is_operation = open_ == 0 && token.kind == TextToken::Kind::word &&
                              (token.is("module") || token.text.find('.') != token.text.npos);
    if (is_operation) defined_ = nullptr;
    all_ += part.tokens;
    if (!defined_) return;
    defined_->tokens += part.tokens;
    defined_->depth = std::max(defined_->depth, part.depth + open_);
  }

  std::unordered_map<std::string_view, Extent> extents_;  ///< of the aliases so far; nodes stay where they are
  Extent* defined_ = nullptr;                             ///< the alias that is being defined
  std::size_t all_ = 0, open_ = 0;
};

}  // namespace

std::optional<TextFinding> check_alias_limits(const std::vector<TextToken>& tokens) { return AliasScan().run(tokens); }

}  // namespace pom::backend
