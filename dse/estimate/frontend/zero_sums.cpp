#include "dse/estimate/frontend/zero_sums.hpp"

#include <algorithm>
#include <vector>

namespace pom::dse::estimate {

namespace {

class ZeroSums {
 public:
  explicit ZeroSums(Function& function) : function_(function) {}

  void run() {
    for (Expression& e : function_.expressions) {
      for (int& operand : e.operands) replace(operand);
      for (Index& index : e.indices) replace(index.value);
    }
    run(function_.body);
  }

 private:
  bool is_widened(const Expression& e) const {
    return e.op == OpKind::cast && e.operands.size() == 1 && e.type.is_float() &&
           function_.expressions[e.operands.front()].type.is_float() &&
           function_.expressions[e.operands.front()].type.bits < e.type.bits;
  }

  void replace(int& value) const {
    if (value < 0) return;
    const Expression& e = function_.expressions[value];
    if (!e.type.is_float() || e.operands.empty()) return;
    if (e.op == OpKind::add && e.operands.size() == 2) {
      const int zero = is_zero(function_, e.operands[1]) ? 1 : is_zero(function_, e.operands[0]) ? 0 : -1;
      if (zero < 0) return;
      value = e.operands[1 - zero];
      return replace(value);
    }
    if (e.op != OpKind::cast) return;
    int inner = e.operands.front();
    replace(inner);
    const Expression& wide = function_.expressions[inner];
    if (is_widened(wide) && function_.expressions[wide.operands.front()].type == e.type) value = wide.operands.front();
  }

  void run(std::vector<Node>& body) {
    for (Node& node : body) {
      replace(node.assignment.value);
      replace(node.branch.condition);
      for (int& argument : node.call.values) replace(argument);
      for (Index& index : node.assignment.indices) replace(index.value);
      for (auto* inside : {&node.loop.body, &node.branch.then, &node.branch.otherwise}) run(*inside);
    }
  }

  Function& function_;
};

}  // namespace

bool is_zero(const Function& function, int expression) {
  const Expression& e = function.expressions[expression];
  if (e.op == OpKind::cast && e.operands.size() == 1) return is_zero(function, e.operands.front());
  return e.op == OpKind::constant && e.constant == 0;
}

void drop_zero_sums(Function& function) { ZeroSums(function).run(); }

}  // namespace pom::dse::estimate
