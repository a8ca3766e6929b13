#include "dsl/model/function.hpp"

#include <algorithm>
#include <set>
#include <unordered_set>

namespace pom::dsl {
namespace {

void collect_scalars(const ExprNode& node, std::set<int>& used, std::unordered_set<const ExprNode*>& passed) {
  if (!passed.insert(&node).second) return;
  if (node.op == Op::scalar) used.insert(node.index);
  for (const ExprPtr& operand : node.operands) collect_scalars(*operand, used, passed);
}

}  // namespace

std::int64_t Array::elements() const {
  std::int64_t count = 1;
  for (std::int64_t extent : shape) count *= extent;
  return count;
}

int Function::find_compute(const std::string& wanted) const {
  auto found = std::find_if(computes.begin(), computes.end(), [&](const Compute& c) { return c.name == wanted; });
  return found == computes.end() ? -1 : static_cast<int>(found - computes.begin());
}

int Function::find_array(const std::string& wanted) const {
  auto found = std::find_if(arrays.begin(), arrays.end(), [&](const auto& array) { return array->name == wanted; });
  return found == arrays.end() ? -1 : static_cast<int>(found - arrays.begin());
}

std::vector<int> Function::used_arrays() const {
  std::set<int> used;
  for (const Compute& compute : computes) {
    used.insert(compute.store.array);
    for (const Access& load : compute.loads) used.insert(load.array);
  }
  return {used.begin(), used.end()};
}

std::vector<int> Function::array_arguments() const {
  std::vector<int> arguments = used_arrays();
  std::erase_if(arguments, [&](int array) { return !arrays[array]->is_argument(); });
  return arguments;
}

std::vector<int> Function::scalar_arguments() const {
  std::set<int> used;
  std::unordered_set<const ExprNode*> passed;
  for (const Compute& compute : computes) {
    for (const Loop& loop : compute.loops) {
      collect_scalars(*loop.lower, used, passed);
      collect_scalars(*loop.upper, used, passed);
    }
    for (const ExprPtr& guard : compute.guards) collect_scalars(*guard, used, passed);
    collect_scalars(*compute.value, used, passed);
    for (const ExprPtr& index : compute.store.indices) collect_scalars(*index, used, passed);
  }
  for (const int array : used_arrays()) {
    for (const ExprPtr& extent : arrays[array]->extents) collect_scalars(*extent, used, passed);
  }
  return {used.begin(), used.end()};
}

std::vector<int> Function::parameters() const {
  // Most programs have none, and the search asks for every schedule.
  if (std::none_of(scalars.begin(), scalars.end(), [](const auto& scalar) { return scalar->is_parameter(); }))
    return {};
  std::vector<int> found = scalar_arguments();
  std::erase_if(found, [&](int scalar) { return !scalars[scalar]->is_parameter(); });
  return found;
}

}  // namespace pom::dsl
