#pragma once
#include <set>

#include "dse/kernel/kernel.hpp"

namespace pom::dse {

/// Calls `visit` for each expression of a value once, before its operands, however often it is used. -1: no value.
template <class Visit>
void visit_parts(const Function& function, int value, Visit&& visit, std::set<int>& passed) {
  if (value < 0) return;
  const Expression& e = function.expressions[value];
  if (e.shared && !passed.insert(value).second) return;
  visit(e);
  for (const int operand : e.operands) visit_parts(function, operand, visit, passed);
}

template <class Visit>
void visit_parts(const Function& function, int value, Visit&& visit) {
  std::set<int> passed;
  visit_parts(function, value, visit, passed);
}

}  // namespace pom::dse
