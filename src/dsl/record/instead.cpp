#include "dsl/record/instead.hpp"

#include "dsl/model/negation.hpp"
#include "dsl/print/print_expression.hpp"

namespace pom::dsl {

std::string instead_of_product(const ExprNode& product) {
  return "\nclamp(" + describe(product) + ", low, high) is computed as data is (docs/data-dependent-indices.md)";
}

std::string instead_of_chain(const ExprNode& node) {
  if (!is_comparison(node.op) || !is_comparison(node.operands[0]->op)) return "";
  const ExprNode& first = *node.operands[0];
  ExprNode second = node;
  second.operands[0] = first.operands[1];
  const std::string text = describe(first);
  return " compares the result of " + text + ", which is 0 or 1\nfor both comparisons write " + text + " && " +
         describe(second);
}

std::string instead_of_destination(const ExprNode& value, const ExprNode& destination) {
  if (value.op == Op::load)
    return "\nthe value stands first and what it is stored to last: exchange " + describe(value) + " and " +
           describe(destination);
  return "\nthe element that the value is stored to stands last: compute s(\"s\", {i, j}, value, A(i, j))";
}

}  // namespace pom::dsl
