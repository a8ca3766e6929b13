#pragma once
#include <unordered_set>

#include "dsl/model/expr_node.hpp"

namespace pom::dsl {

/// Whether some part of an expression is as asked, itself or one inside of it. Operands share parts, and each is asked
/// once: a value of n operations may have 2^n paths. `enters`: whether to look inside of a node.
template <class Holds, class Enters>
bool any_part(const ExprNode& node, const Holds& holds, const Enters& enters,
              std::unordered_set<const ExprNode*>& asked) {
  if (holds(node)) return true;
  if (!enters(node)) return false;
  for (const ExprPtr& operand : node.operands) {
    if (operand.use_count() > 1 && !asked.insert(operand.get()).second) continue;
    if (any_part(*operand, holds, enters, asked)) return true;
  }
  return false;
}

template <class Holds, class Enters>
bool any_part(const ExprNode& root, const Holds& holds, const Enters& enters) {
  std::unordered_set<const ExprNode*> asked;
  return any_part(root, holds, enters, asked);
}

template <class Holds>
bool any_part(const ExprNode& root, const Holds& holds) {
  return any_part(root, holds, [](const ExprNode&) { return true; });
}

/// Whether the expression depends on the loop of that level.
inline bool mentions_loop(const ExprNode& expression, int level) {
  return any_part(expression, [&](const ExprNode& part) { return part.op == Op::loop && part.index == level; });
}

/// Whether a quotient or a remainder stands in the expression.
inline bool divides(const ExprNode& expression) {
  return any_part(expression, [](const ExprNode& part) { return part.op == Op::div || part.op == Op::mod; });
}

}  // namespace pom::dsl
