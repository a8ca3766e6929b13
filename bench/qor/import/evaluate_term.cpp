#include "bench/qor/import/evaluate_term.hpp"

#include <cmath>
#include <string>

#include "bench/qor/import/index_arithmetic.hpp"
#include "dse/kernel/index.hpp"

namespace pom::dse::qor {

namespace {

/// "add.i32", "+" → "add"; "" for what is no integer arithmetic.
std::string integer_operation(const std::string& text) {
  if (text == "+") return "add";
  if (text == "-") return "sub";
  if (text == "*") return "mul";
  if (text == "/") return "div";
  if (text == "%") return "rem";
  if (text == "<<") return "shl";
  if (text == "neg") return "neg";
  const std::size_t dot = text.find('.');
  if (dot == std::string::npos || dot + 1 >= text.size()) return "";
  const bool integer = text[dot + 1] == 'i' || (text[dot + 1] == 'u' && text.compare(dot + 1, 3, "ufx") != 0);
  return integer && text.find('[') == std::string::npos ? text.substr(0, dot) : "";
}

std::optional<Index> combine(const std::string& op, const Index& a, const Index& b) {
  if (op == "add") return add(a, b);
  if (op == "sub") {
    const auto negative = scale(b, -1);
    return negative ? add(a, *negative) : std::nullopt;
  }
  if (op == "mul") return multiply(a, b);
  if (!b.is_constant()) return {};
  // C rounds towards zero, an index downwards: alike where nothing is negative, as everywhere inside an array.
  if (op == "div") return divide(a, b.constant);
  if (op == "rem") return remainder(a, b.constant);
  if (op == "shl" && b.constant >= 0 && b.constant < 32) return scale(a, std::int64_t(1) << b.constant);
  return {};
}

}  // namespace

std::optional<Index> evaluate_affine(const Term& term, const Environment& environment) {
  if (term.kind == Term::Kind::number) {
    if (!term.integral || std::abs(term.value) > 1e12) return {};
    return constant_index(static_cast<std::int64_t>(term.value));
  }
  if (term.kind == Term::Kind::name) {
    const auto symbol = environment.scopes.find(term.text);
    if (!symbol) return {};
    if (symbol->loop >= 0) return loop_index(symbol->loop);
    const auto known = environment.values.find(symbol->array);
    return known == environment.values.end() ? std::nullopt : known->second.index;
  }
  if (term.kind != Term::Kind::operation) return {};
  const std::string op = integer_operation(term.text);
  if (op.empty() || term.operands.empty()) return {};
  const auto first = evaluate_affine(term.operands[0], environment);
  if (!first) return {};
  if (op == "neg") return scale(*first, -1);
  if (term.operands.size() != 2) return {};
  const auto second = evaluate_affine(term.operands[1], environment);
  return second ? combine(op, *first, *second) : std::nullopt;
}

std::optional<double> evaluate_constant(const Term& term, const Environment& environment) {
  if (term.kind == Term::Kind::number) return term.value;
  if (const auto known = evaluate_affine(term, environment); known && known->is_constant())
    return static_cast<double>(known->constant);
  if (term.kind != Term::Kind::name) return {};
  const auto symbol = environment.scopes.find(term.text);
  if (!symbol || symbol->array < 0) return {};
  const auto known = environment.values.find(symbol->array);
  return known == environment.values.end() ? std::nullopt : known->second.constant;
}

}  // namespace pom::dse::qor
