#include "bench/qor/import/place.hpp"

#include "bench/qor/description/unsupported.hpp"
#include "bench/qor/import/index_arithmetic.hpp"
#include "dse/kernel/index.hpp"

namespace pom::dse::qor {

namespace {

/// Moves a place by subscripts: behind p = &A[i][2], p[j] is A[i][2 + j].
std::vector<Index> shifted(const Place& from, const std::vector<Index>& more, std::size_t rank) {
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
    const auto sum = add(result[start + n], more[n]);
    if (!sum) refuse("a pointer is moved by a value that is not affine");
    result[start + n] = *sum;
  }
  return result;
}

bool is_pointer_sum(const Term& term) {
  return term.kind == Term::Kind::operation && term.operands.size() == 2 &&
         (term.text == "+" || (term.text.starts_with("add.") && term.text.find('[') != std::string::npos));
}

}  // namespace

std::optional<Place> find_place(const Term& term, const Environment& environment, const Function& function,
                                const IndexOf& index_of) {
  const auto find_operand = [&] { return find_place(term.operands[0], environment, function, index_of); };
  const auto rank_of = [&](const Place& place) { return function.arrays[place.array].shape.size(); };
  if (term.kind == Term::Kind::name) {
    const auto symbol = environment.scopes.find(term.text);
    if (!symbol || symbol->array < 0) return {};
    const auto alias = environment.aliases.find(symbol->array);
    return alias == environment.aliases.end() ? Place{symbol->array, {}} : alias->second;
  }
  if (term.is_operation("&") && term.operands.size() == 1) return find_operand();
  if (term.is_operation("deref") && term.operands.size() == 1) {
    auto target = find_operand();
    if (target && target->indices.empty() && rank_of(*target) > 0) target->indices.push_back(constant_index(0));
    return target;
  }
  if (is_pointer_sum(term)) {
    auto base = find_operand();
    if (!base || rank_of(*base) == 0) return {};
    if (rank_of(*base) != 1) refuse("arithmetic on a pointer to rows");
    base->indices = shifted(*base, {index_of(term.operands[1])}, 1);
    return base;
  }
  if (term.kind != Term::Kind::subscript) return {};
  auto base = find_operand();
  if (!base) return {};
  std::vector<Index> subscripts;
  for (std::size_t n = 1; n < term.operands.size(); ++n) subscripts.push_back(index_of(term.operands[n]));
  base->indices = shifted(*base, subscripts, rank_of(*base));
  return base;
}

}  // namespace pom::dse::qor
