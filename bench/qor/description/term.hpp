#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace pom::dse::qor {

/// The tree of an expression in a point's text: typed S-expressions `(fadd a b)`, infix arithmetic `(i*16+j)` and
/// subscripts `A[i][(j+1)]`, mixed as they like.
struct Term {
  enum class Kind {
    number,
    name,
    operation,  ///< `text` applied to `operands`; infix and `ix` operators alike: "+", "-", "*", "/", "%", "neg", "&" …
    subscript,  ///< operands: the base, then one per dimension
    unknown,    ///< the extractor itself could not read it: "<RecoveryExpr>"
  };
  Kind kind = Kind::unknown;
  std::string text;
  double value = 0;       ///< number
  bool integral = false;  ///< number, written without a point
  std::vector<Term> operands;

  bool is_operation(std::string_view name) const { return kind == Kind::operation && text == name; }
};

/// One expression; throws Unsupported when the text is none.
Term parse_term(std::string_view text);
/// Expressions apart by spaces: the words of a call.
std::vector<Term> parse_terms(std::string_view text);

}  // namespace pom::dse::qor
