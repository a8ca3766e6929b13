#include "codegen/affine/text/value_order.hpp"

#include <unordered_map>
#include <unordered_set>

namespace pom::backend {

namespace {

using Kind = TextToken::Kind;

class OrderScan {
 public:
  explicit OrderScan(const std::vector<TextToken>& tokens) : tokens_(tokens) {}

  std::optional<TextFinding> run() {
    for (at_ = 0; at_ < tokens_.size() && !finding_; ++at_) step(tokens_[at_]);
    return finding_;
  }

 private:
  /// What stands in a region since the last complete operation with regions.
  struct Level {
    std::unordered_map<std::string_view, int> named;  ///< how often
    std::unordered_set<std::string_view>
        defined_inside;  ///< by the operation's own words, for its region: "affine.for %i = …"
  };

  bool next_is(const char* text) const { return at_ + 1 < tokens_.size() && tokens_[at_ + 1].is(text); }

  void step(const TextToken& token) {
    if (token.kind == Kind::value) return read_value(token);
    if (token.is("{")) {
      levels_.emplace_back();
    } else if (token.is("}")) {
      if (levels_.size() > 1) levels_.pop_back();
      // Else the operation goes on: another region, or the first one behind a list of attributes.
      const bool goes_on = next_is("{") || next_is(",") || next_is(")") || next_is(">") || next_is("else");
      if (!goes_on) levels_.back() = {};
    } else if (token.is("func.func")) {
      // Names start anew. What is named outside of an operation that is being read does not.
      levels_.back() = {};
    } else if (token.kind == Kind::symbol && token.text[0] == '^') {
      in_block_arguments_ = next_is("(");
    } else if (token.is("(") && in_block_arguments_) {
      ++brackets_;
    } else if (token.is(")") && in_block_arguments_) {
      in_block_arguments_ = --brackets_ > 0;
    } else if (token.is("=")) {
      define_list();
    }
    const bool continues_list = token.is(",") || token.is(")") || token.is(":") || token.kind == Kind::number;
    if (!continues_list) list_.clear();
  }

  void read_value(const TextToken& token) {
    if (in_block_arguments_) define(token, false);
    // "%a, %b = …": only the sign behind tells a definition.
    if (at_ == 0 || !tokens_[at_ - 1].is(",")) list_.clear();
    list_.push_back(at_);
    Level& level = levels_.back();
    if (level.defined_inside.contains(token.text)) refuse(token);
    ++level.named[token.text];
  }

  void define_list() {
    for (const std::size_t place : list_) {
      const TextToken* before = place ? &tokens_[place - 1] : nullptr;
      const bool is_result = !before || !(before->is("affine.for") || before->is("(") || before->is(","));
      define(tokens_[place], !is_result);
    }
  }

  void define(const TextToken& name, bool inside) {
    for (std::size_t n = 0; n + 1 < levels_.size(); ++n) {
      if (levels_[n].named.contains(name.text)) refuse(name);
    }
    if (!inside) return;
    if (levels_.back().named[name.text] > 1) refuse(name);
    levels_.back().defined_inside.insert(name.text);
  }

  void refuse(const TextToken& name) {
    finding_ =
        TextFinding{"value " + std::string(name.text) + " is defined inside of the operation that names it", name.line};
  }

  const std::vector<TextToken>& tokens_;
  std::size_t at_ = 0;
  std::vector<Level> levels_ = std::vector<Level>(1);
  std::vector<std::size_t> list_;    ///< the values right before, with nothing but commas between
  bool in_block_arguments_ = false;  ///< "^bb0(%i: index, …)"
  int brackets_ = 0;                 ///< open in them
  std::optional<TextFinding> finding_;
};

}  // namespace

std::optional<TextFinding> check_value_order(const std::vector<TextToken>& tokens) { return OrderScan(tokens).run(); }

}  // namespace pom::backend
