#include "dse/kernel/rewrite/substitute.hpp"

#include "dse/kernel/index.hpp"
#include "dse/kernel/value_builder.hpp"
#include "dse/kernel/visit_parts.hpp"

namespace pom::dse {

namespace {

Index substitute(const Index& index, const Values& values) {
  if (index.opaque) return index;
  Index result = constant_index(index.constant);
  for (const Index::Term& term : index.terms) {
    const auto value = values.find(term.loop);
    result = result + term.coefficient * (value == values.end() ? loop_index(term.loop) : value->second);
  }
  for (const Index::Division& division : index.divisions) {
    const Index inner = substitute(division.inner, values);
    const Index part = division.modulo ? modulo(inner, division.divisor) : floor_division(inner, division.divisor);
    result = result + division.coefficient * part;
  }
  return result;
}

}  // namespace

void substitute_all(std::vector<Index>& indices, const Values& values) {
  for (Index& index : indices) index = substitute(index, values);
}

void substitute_body(std::vector<Node>& body, const Values& values) {
  for (Node& node : body) {
    substitute_all(node.assignment.indices, values);
    substitute_all(node.loop.lower, values);
    substitute_all(node.loop.upper, values);
    substitute_body(node.loop.body, values);
    substitute_body(node.branch.then, values);
    substitute_body(node.branch.otherwise, values);
  }
}

void substitute_expressions(Function& function, const std::vector<Node>& body, const Values& values) {
  for_each_expression(function, body, [&](int number) {
    const auto n = static_cast<std::size_t>(number);
    substitute_all(function.expressions[n].indices, values);
    if (function.expressions[n].op != OpKind::iterator) return;
    const auto value = values.find(function.expressions[n].loop);
    if (value == values.end()) return;
    const int made = add_index_value(function, value->second);
    function.expressions[n] = function.expressions[made];
  });
}

namespace {

void copy_values(Function& function, std::vector<Node>& body, std::map<int, int>& copies) {
  const auto copy = [&](int& expression) {
    if (expression >= 0) expression = copies.at(expression);
  };
  for (Node& node : body) {
    if (node.kind == Node::Kind::assignment) {
      copy(node.assignment.value);
      for (Index& index : node.assignment.indices) copy(index.value);
    }
    if (node.kind == Node::Kind::branch) copy(node.branch.condition);
    copy_values(function, node.loop.body, copies);
    copy_values(function, node.branch.then, copies);
    copy_values(function, node.branch.otherwise, copies);
  }
}

}  // namespace

std::vector<Node> copy_body(Function& function, const std::vector<Node>& body) {
  std::map<int, int> copies;
  for_each_expression(function, body, [&](int number) {
    Expression copy = function.expressions[number];
    for (int& operand : copy.operands) operand = copies.at(operand);
    for (Index& index : copy.indices) {
      if (index.value >= 0) index.value = copies.at(index.value);
    }
    copies[number] = static_cast<int>(function.expressions.size());
    function.expressions.push_back(std::move(copy));
  });
  std::vector<Node> made = body;
  copy_values(function, made, copies);
  return made;
}

}  // namespace pom::dse
