#include "bench/qor/import/loop_range.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "bench/qor/description/unsupported.hpp"
#include "bench/qor/import/evaluate_term.hpp"
#include "bench/qor/import/index_arithmetic.hpp"

namespace pom::dse::qor {

namespace {

struct RangeText {
  std::string start, relation, end, step;
};

RangeText split_range(const std::string& text) {
  const std::size_t dots = text.find("..");
  if (dots == std::string::npos) refuse("the loop's range \"" + text + "\"");
  RangeText parts{text.substr(0, dots), "", text.substr(dots + 2), ""};
  if (const std::size_t at = parts.end.find(" step "); at != std::string::npos) {
    parts.step = parts.end.substr(at + 6);
    parts.end.erase(at);
  }
  const std::size_t length = std::min(parts.end.find_first_not_of("<>=!?"), parts.end.size());
  parts.relation = parts.end.substr(0, length);
  parts.end.erase(0, length);
  return parts;
}

/// From one bound to the other, when it is the same in every iteration of the loops outside.
std::optional<std::int64_t> distance(const Index& lower, const Index& upper) {
  const auto negative = scale(lower, -1);
  const auto between = negative ? add(upper, *negative) : std::nullopt;
  return between && between->is_constant() ? std::optional(between->constant) : std::nullopt;
}

bool has_symbols(const Index& index, const Function& function) {
  return std::any_of(function.symbols.begin(), function.symbols.end(),
                     [&](int symbol) { return symbol >= 0 && mentions(index, symbol); });
}

}  // namespace

LoopRange read_range(const std::string& text, const Environment& environment, const Function& function,
                     const IndexOf& index_of) {
  static const std::set<std::string> relations = {"<", "<=", ">", ">=", "!="};
  const auto [start, relation, end, step] = split_range(text);
  Index unknown;
  unknown.opaque = true;
  const auto bound = [&](const std::string& words) {
    return words == "?" || words.empty() ? unknown : index_of(parse_term(words));
  };
  LoopRange range;
  range.lower = bound(start);
  range.upper = relation == "?" ? unknown : bound(end);
  const bool down = relation.starts_with('>');
  if (!step.empty()) {
    const auto value = evaluate_affine(parse_term(step), environment);
    if (value && value->is_constant() && value->constant != 0)
      range.step = value->constant;
    else
      range.lower = range.upper = unknown;
  } else if (down) {
    range.step = -1;
  }
  if (!relations.contains(relation)) range.upper = unknown;
  if (!range.upper.opaque && down != (range.step < 0) && relation != "!=")
    refuse("the loop's range \"" + text + "\" never ends");
  if (relation == "<=" && !range.upper.opaque) range.upper.constant += 1;
  if (relation == ">=" && !range.upper.opaque) range.upper.constant -= 1;
  if (!distance(range.lower, range.upper)) {
    // Between bounds that parameters move, only the description knows how often the loop runs.
    if (has_symbols(range.lower, function)) range.lower = unknown;
    if (has_symbols(range.upper, function)) range.upper = unknown;
  }
  return range;
}

std::int64_t find_trip(const LoopRange& range, const nlohmann::json& loop) {
  if (const auto between = distance(range.lower, range.upper)) {
    const std::int64_t length = range.step > 0 ? *between : -*between, step = std::abs(range.step);
    return length <= 0 ? 0 : (length + step - 1) / step;
  }
  if (!range.lower.opaque && !range.upper.opaque) return 0;
  const auto trip = loop.find("trip");
  return trip != loop.end() && trip->is_number_integer() ? trip->get<std::int64_t>() : -1;
}

}  // namespace pom::dse::qor
