#include "bench/qor/description/term.hpp"

#include <array>
#include <cctype>
#include <cstdlib>

#include "bench/qor/description/unsupported.hpp"

namespace pom::dse::qor {

namespace {

/// In a list `a -1` are two expressions; between brackets `a - 1` is one.
enum class Spacing { tight, free };

struct Operator {
  std::string_view text;
  int precedence;
};

// C's order; longer operators before their prefixes.
constexpr std::array<Operator, 18> operators = {{{"<<", 8},
                                                 {">>", 8},
                                                 {"<=", 7},
                                                 {">=", 7},
                                                 {"==", 6},
                                                 {"!=", 6},
                                                 {"&&", 2},
                                                 {"||", 1},
                                                 {"*", 10},
                                                 {"/", 10},
                                                 {"%", 10},
                                                 {"+", 9},
                                                 {"-", 9},
                                                 {"<", 7},
                                                 {">", 7},
                                                 {"&", 5},
                                                 {"^", 4},
                                                 {"|", 3}}};

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '~'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Term parse_whole() {
    Term term = parse_infix(0, Spacing::free);
    skip_spaces();
    if (at_ < text_.size()) fail("unexpected text");
    return term;
  }

  std::vector<Term> parse_list() {
    std::vector<Term> terms;
    for (skip_spaces(); at_ < text_.size(); skip_spaces()) terms.push_back(parse_infix(0, Spacing::tight));
    return terms;
  }

 private:
  static constexpr int deepest = 300;

  [[noreturn]] void fail(const std::string& what) const {
    refuse(what + " at column " + std::to_string(at_ + 1) + " of \"" + std::string(text_.substr(0, 80)) + "\"");
  }
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  void skip_spaces() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }
  void expect(char c) {
    skip_spaces();
    if (peek() != c) fail(std::string("'") + c + "' expected");
    ++at_;
  }

  const Operator* next_operator(Spacing spacing) {
    const std::size_t start = at_;
    if (spacing == Spacing::free) skip_spaces();
    for (const Operator& op : operators) {
      if (text_.substr(at_).starts_with(op.text)) return &op;
    }
    at_ = start;
    return nullptr;
  }

  Term parse_infix(int weakest, Spacing spacing) {
    if (++depth_ > deepest) fail("an expression nested too deep");
    Term left = parse_unary(spacing);
    while (const Operator* op = next_operator(spacing)) {
      if (op->precedence <= weakest) break;
      at_ += op->text.size();
      Term right = parse_infix(op->precedence, spacing);
      left = {Term::Kind::operation, std::string(op->text), 0, false, {std::move(left), std::move(right)}};
    }
    --depth_;
    return left;
  }

  Term parse_unary(Spacing spacing) {
    skip_spaces();
    const char c = peek();
    if (c == '-' && (is_digit(peek(1)) || peek(1) == '.')) return parse_postfix(parse_number());
    const std::string name = c == '-' ? "neg" : c == '!' ? "lnot" : c == '~' ? "not" : c == '*' ? "deref" : "&";
    if (c == '-' || c == '+' || c == '!' || c == '~' || c == '*' || c == '&') {
      ++at_;
      if (++depth_ > deepest) fail("an expression nested too deep");
      Term operand = parse_unary(spacing);
      --depth_;
      if (c == '+') return operand;
      return {Term::Kind::operation, name, 0, false, {std::move(operand)}};
    }
    return parse_postfix(parse_primary());
  }

  Term parse_postfix(Term base) {
    while (peek() == '[') {
      ++at_;
      Term index = parse_infix(0, Spacing::free);
      expect(']');
      if (base.kind != Term::Kind::subscript) base = {Term::Kind::subscript, "", 0, false, {std::move(base)}};
      base.operands.push_back(std::move(index));
    }
    if (peek() == '.' && is_letter(peek(1))) fail("a field of a structure");
    return base;
  }

  Term parse_primary() {
    const char c = peek();
    if (c == '(') return is_list() ? parse_operation() : parse_brackets();
    if (c == '<') return parse_unknown('>');
    if (c == '"') return parse_unknown('"');
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return parse_number();
    if (is_letter(c)) return parse_name();
    fail(at_ >= text_.size() ? "the text ends too early" : "unexpected text");
  }

  /// Behind '(' stands an operator and a space, and what follows is no infix operator: `(fadd a b)`, not `(k + 1)`.
  bool is_list() const {
    std::size_t n = at_ + 1;
    while (n < text_.size() && !is_space(text_[n]) && text_[n] != '(' && text_[n] != ')') ++n;
    if (n == at_ + 1 || n >= text_.size() || !is_space(text_[n])) return false;
    while (n < text_.size() && is_space(text_[n])) ++n;
    const std::string_view rest = text_.substr(n);
    for (const Operator& op : operators) {
      const bool apart = rest.size() > op.text.size() && is_space(rest[op.text.size()]);
      if (rest.starts_with(op.text) && apart) return false;
    }
    return true;
  }

  Term parse_operation() {
    ++at_;
    Term term{Term::Kind::operation, "", 0, false, {}};
    while (!is_space(peek())) term.text += text_[at_++];
    if (term.text.starts_with("ix") && term.text.size() > 2) term.text.erase(0, 2);
    for (skip_spaces(); peek() != ')'; skip_spaces()) {
      if (at_ >= text_.size()) fail("')' expected");
      term.operands.push_back(parse_infix(0, Spacing::tight));
    }
    ++at_;
    return term;
  }

  Term parse_brackets() {
    ++at_;
    Term term = parse_infix(0, Spacing::free);
    expect(')');
    return term;
  }

  Term parse_unknown(char last) {
    const std::size_t end = text_.find(last, at_ + 1);
    if (end == std::string_view::npos) fail(std::string("'") + last + "' expected");
    Term term{Term::Kind::unknown, std::string(text_.substr(at_, end + 1 - at_)), 0, false, {}};
    at_ = end + 1;
    return term;
  }

  Term parse_name() {
    Term term{Term::Kind::name, "", 0, false, {}};
    const auto goes_on = [this] {
      const bool field = peek() == '.' && is_letter(peek(1));
      const bool scope = peek() == ':' && peek(1) == ':';
      return is_letter(peek()) || is_digit(peek()) || field || scope || peek() == ':';
    };
    while (goes_on()) term.text += text_[at_++];
    if (term.text == "true" || term.text == "false")
      return {Term::Kind::number, term.text, term.text == "true" ? 1.0 : 0.0, true, {}};
    return term;
  }

  Term parse_number() {
    std::size_t end = at_ + (peek() == '-' ? 1 : 0);
    const bool hexadecimal = text_.substr(end).starts_with("0x") || text_.substr(end).starts_with("0X");
    const auto goes_on = [&](std::size_t n) {
      const char c = n < text_.size() ? text_[n] : '\0';
      const char before = text_[n - 1];
      if (std::isalnum(static_cast<unsigned char>(c)) || c == '.') return true;
      return (c == '-' || c == '+') && !hexadecimal && (before == 'e' || before == 'E');
    };
    ++end;
    while (goes_on(end)) ++end;
    const std::string digits(text_.substr(at_, end - at_));
    char* rest = nullptr;
    Term term{Term::Kind::number, digits, std::strtod(digits.c_str(), &rest), false, {}};
    if (std::string(rest).find_first_not_of("uUlLfFhH") != std::string::npos) fail("no number");
    term.integral = hexadecimal || digits.find_first_of(".eEfFpP") == std::string::npos;
    at_ = end;
    return term;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

Term parse_term(std::string_view text) { return Parser(text).parse_whole(); }

std::vector<Term> parse_terms(std::string_view text) { return Parser(text).parse_list(); }

}  // namespace pom::dse::qor
