#include "codegen/affine/text/coefficient_limits.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>

namespace pom::backend {

namespace {

using Kind = TextToken::Kind;

constexpr double greatest = 4e18;  ///< a little below 2^62

/// What stands between two brackets, as a sum of products: each variable counts 1.
struct Level {
  bool is_expression = false;  ///< between ( ) or [ ]
  bool has_variable = false, has_operator = false;
  double sum = 0, term = 1;

  void add_term() {
    sum += term;
    term = 1;
  }
  void restart() { *this = Level{is_expression}; }
  double size() const { return sum + term; }
  bool wraps() const { return is_expression && has_variable && has_operator && size() > greatest; }
};

class CoefficientScan {
 public:
  std::optional<TextFinding> run(const std::vector<TextToken>& tokens) {
    for (const TextToken& token : tokens) {
      read(token);
      if (levels_.back().wraps()) return TextFinding{"the numbers of an affine expression are too large", token.line};
    }
    return {};
  }

 private:
  void read(const TextToken& token) {
    Level& level = levels_.back();
    const bool divides = token.is("mod") || token.is("floordiv") || token.is("ceildiv");
    // What a division is by makes nothing larger.
    if (token.kind == Kind::number && !divides_) {
      level.term *= std::max(1.0, std::strtod(std::string(token.text).c_str(), nullptr));
    } else if (token.kind == Kind::number || divides || token.is("*")) {
      level.has_operator = level.has_operator || token.kind != Kind::number;
    } else if (token.kind == Kind::word || token.kind == Kind::value) {
      level.has_variable = true;
    } else if (token.is("+") || token.is("-")) {
      level.has_operator = true;
      level.add_term();
    } else if (token.is("(") || token.is("[") || token.is("{") || token.is("<")) {
      levels_.push_back({token.is("(") || token.is("[")});
    } else if (token.is(")") || token.is("]") || token.is("}") || token.is(">")) {
      close(token.is(")"));
    } else {
      level.restart();
    }
    divides_ = divides;
  }

  /// Round brackets are a factor of what is around them.
  void close(bool is_factor) {
    const Level inner = levels_.back();
    if (levels_.size() > 1) levels_.pop_back();
    Level& outer = levels_.back();
    if (!is_factor) return outer.restart();
    outer.term *= std::max(1.0, inner.size());
    outer.has_variable = outer.has_variable || inner.has_variable;
    outer.has_operator = outer.has_operator || inner.has_operator;
  }

  std::vector<Level> levels_ = std::vector<Level>(1);
  bool divides_ = false;  ///< the token before was a division's
};

}  // namespace

std::optional<TextFinding> check_coefficients(const std::vector<TextToken>& tokens) {
  return CoefficientScan().run(tokens);
}

}  // namespace pom::backend
