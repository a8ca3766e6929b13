#pragma once
#include <functional>
#include <set>
#include <vector>

#include "dse/kernel/kernel.hpp"

namespace pom::dse {

/// Calls `visit` once for each expression of a value, before its operands and what computes its indices, even if it has
/// several users. `value` -1 stands for no value.
template <class Visit>
void visit_parts(const Function& function, int value, Visit&& visit, std::set<int>& passed) {
  if (value < 0) return;
  const Expression& e = function.expressions[value];
  if (e.shared && !passed.insert(value).second) return;
  visit(e);
  for (const int operand : e.operands) visit_parts(function, operand, visit, passed);
  for (const Index& index : e.indices) visit_parts(function, index.value, visit, passed);
}

template <class Visit>
void visit_parts(const Function& function, int value, Visit&& visit) {
  std::set<int> passed;
  visit_parts(function, value, visit, passed);
}

/// Calls `visit` once for each expression of a body, operands and what computes indices first.
void for_each_expression(const Function&, const std::vector<Node>& body, const std::function<void(int)>& visit);

}  // namespace pom::dse
