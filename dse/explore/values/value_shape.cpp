#include "dse/explore/values/value_shape.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "dse/kernel/visit_parts.hpp"

namespace pom::dse::explore {

namespace {

std::string direction_of(const std::vector<Index>& indices) {
  std::string text;
  for (const Index& index : indices) {
    text += index.opaque || !index.divisions.empty() ? "?" : "";
    for (const Index::Term& term : index.terms)
      text += std::to_string(term.coefficient) + "*" + std::to_string(term.loop) + " ";
    text += ",";
  }
  return text;
}

/// The least constants of an array's indices, by direction.
using Origins = std::map<std::pair<int, std::string>, std::vector<std::int64_t>>;

class Describer {
 public:
  explicit Describer(const Function& function) : function_(function) {}

  void collect(int expression, ValueShape& shape) {
    visit_parts(function_, expression, [&](const Expression& e) { collect(e, shape); });
  }

  enum class Distances { none, all };
  /// What is used again is a number the second time.
  std::string describe(int expression, Distances distances) const {
    std::map<int, std::size_t> named;
    return describe(expression, distances, named);
  }

 private:
  void collect(const Expression& e, ValueShape& shape) {
    if (e.op != OpKind::load) return;
    const std::string direction = direction_of(e.indices);
    shape.directions[e.array].insert(direction);
    ++shape.loads[e.array];
    std::vector<std::int64_t> constants;
    for (const Index& index : e.indices) constants.push_back(index.constant);
    const auto [origin, fresh] = origins_.try_emplace({e.array, direction}, constants);
    for (std::size_t d = 0; !fresh && d < constants.size(); ++d)
      origin->second[d] = std::min(origin->second[d], constants[d]);
  }

  std::string describe(int expression, Distances distances, std::map<int, std::size_t>& named) const {
    const Expression& e = at(expression);
    if (e.shared && !e.operands.empty()) {
      const auto [number, fresh] = named.try_emplace(expression, named.size());
      if (!fresh) return "#" + std::to_string(number->second);
    }
    if (e.op == OpKind::constant) return std::to_string(std::bit_cast<std::uint64_t>(e.constant));
    if (e.op == OpKind::iterator) return "i" + std::to_string(e.loop);
    if (e.op == OpKind::load) return "a" + std::to_string(e.array) + (distances == Distances::all ? distance(e) : "");
    std::vector<std::string> operands;
    for (int operand : e.operands) operands.push_back(describe(operand, distances, named));
    if (e.op == OpKind::add || e.op == OpKind::mul) std::sort(operands.begin(), operands.end());
    std::string text = "(" + std::to_string(static_cast<int>(e.op));
    for (const std::string& operand : operands) text += " " + operand;
    return text + ")";
  }

  const Expression& at(int expression) const { return function_.expressions[expression]; }

  std::string distance(const Expression& e) const {
    const std::vector<std::int64_t>& origin = origins_.at({e.array, direction_of(e.indices)});
    std::string text = "[";
    for (std::size_t d = 0; d < e.indices.size(); ++d) text += std::to_string(e.indices[d].constant - origin[d]) + ",";
    return text + "]";
  }

  const Function& function_;
  Origins origins_;
};

}  // namespace

ValueShape describe_value(const Function& function, int expression) {
  ValueShape shape;
  Describer describer(function);
  describer.collect(expression, shape);
  shape.tree = describer.describe(expression, Describer::Distances::none);
  shape.distances = describer.describe(expression, Describer::Distances::all);
  return shape;
}

bool moves_alike(const ValueShape& shape) {
  return std::all_of(shape.directions.begin(), shape.directions.end(), [](const auto& of_array) {
    return of_array.second.size() == 1 && of_array.second.begin()->find('?') == std::string::npos;
  });
}

}  // namespace pom::dse::explore
