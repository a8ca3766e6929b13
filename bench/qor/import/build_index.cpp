#include <cmath>

#include "bench/qor/description/unsupported.hpp"
#include "bench/qor/import/function_builder.hpp"
#include "bench/qor/import/index_arithmetic.hpp"

namespace pom::dse::qor {

namespace {

/// "add.i32", "+" → "add"; nothing for what is no integer arithmetic.
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

std::optional<Index> FunctionBuilder::affine(const Term& term) {
  if (term.kind == Term::Kind::number) {
    if (!term.integral || std::abs(term.value) > 1e12) return {};
    return constant_index(static_cast<std::int64_t>(term.value));
  }
  if (term.kind == Term::Kind::name) {
    const auto name = find_name(term.text);
    if (!name) return {};
    if (name->loop >= 0) return loop_index(name->loop);
    const auto known = known_.find(name->array);
    return known == known_.end() ? std::nullopt : known->second.index;
  }
  if (term.kind != Term::Kind::operation) return {};
  const std::string op = integer_operation(term.text);
  if (op.empty() || term.operands.empty()) return {};
  const auto first = affine(term.operands[0]);
  if (!first) return {};
  if (op == "neg") return scale(*first, -1);
  if (term.operands.size() != 2) return {};
  const auto second = affine(term.operands[1]);
  return second ? combine(op, *first, *second) : std::nullopt;
}

Index FunctionBuilder::index(const Term& term) {
  if (const auto known = affine(term)) return *known;
  Index result;
  result.opaque = true;
  result.value = expression(term, integer_type(32));
  return result;
}

std::vector<Index> FunctionBuilder::indices(const Term& subscript, std::size_t first) {
  std::vector<Index> result;
  for (std::size_t n = first; n < subscript.operands.size(); ++n) result.push_back(index(subscript.operands[n]));
  return result;
}

std::optional<double> FunctionBuilder::constant(const Term& term) {
  if (term.kind == Term::Kind::number) return term.value;
  if (const auto known = affine(term); known && known->is_constant()) return static_cast<double>(known->constant);
  if (term.kind != Term::Kind::name) return {};
  const auto name = find_name(term.text);
  if (!name || name->array < 0) return {};
  const auto known = known_.find(name->array);
  return known == known_.end() ? std::nullopt : known->second.constant;
}

/// The element `more` steps from where a pointer points: p = &A[i][2]; p[j] is A[i][2 + j].
std::vector<Index> FunctionBuilder::shifted(const Place& from, const std::vector<Index>& more, std::size_t rank) {
  std::vector<Index> result = from.indices;
  if (result.size() + more.size() <= rank || more.empty()) {
    result.insert(result.end(), more.begin(), more.end());
    return result;
  }
  const std::size_t start = rank >= more.size() ? rank - more.size() : 0;
  for (std::size_t n = 0; n < more.size(); ++n) {
    if (start + n >= result.size()) {
      result.push_back(more[n]);
      continue;
    }
    const auto sum = qor::add(result[start + n], more[n]);
    if (!sum) refuse("a pointer is moved by a value that is not affine");
    result[start + n] = *sum;
  }
  return result;
}

/// Where a term that names memory leads: an array, a row of one, an element, pointer arithmetic. Nothing for others.
std::optional<Place> FunctionBuilder::place(const Term& term) {
  if (term.kind == Term::Kind::name) {
    const auto name = find_name(term.text);
    if (!name || name->array < 0) return {};
    const auto alias = aliases_.find(name->array);
    return alias == aliases_.end() ? Place{name->array, {}} : alias->second;
  }
  if (term.is_operation("&") && term.operands.size() == 1) return place(term.operands[0]);
  if (term.is_operation("deref") && term.operands.size() == 1) {
    auto target = place(term.operands[0]);
    if (target && target->indices.empty() && !array(target->array).shape.empty())
      target->indices.push_back(constant_index(0));
    return target;
  }
  if (term.kind == Term::Kind::operation && term.operands.size() == 2 &&
      (term.text == "+" || (term.text.starts_with("add.") && term.text.find('[') != std::string::npos))) {
    auto base = place(term.operands[0]);
    if (!base || array(base->array).shape.empty()) return {};
    if (array(base->array).shape.size() != 1) refuse("arithmetic on a pointer to rows");
    base->indices = shifted(*base, {index(term.operands[1])}, 1);
    return base;
  }
  if (term.kind != Term::Kind::subscript) return {};
  auto base = place(term.operands[0]);
  if (!base) return {};
  base->indices = shifted(*base, indices(term, 1), array(base->array).shape.size());
  return base;
}

Place FunctionBuilder::whole_place(const Term& term) {
  const auto found = place(term);
  if (!found) {
    const Term* base = &term;
    while (base->kind != Term::Kind::name && !base->operands.empty()) base = &base->operands.front();
    refuse("no array is known by the name " + base->text);
  }
  return *found;
}

}  // namespace pom::dse::qor
