#include "dsl/execute/expression_code.hpp"

#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <utility>

#include "dsl/execute/step_functions.hpp"
#include "dsl/model/negation.hpp"
#include "dsl/model/number.hpp"
#include "dsl/model/small_float.hpp"

namespace pom::dsl {
namespace {

class StatementCompiler {
 public:
  StatementCompiler(const Compute& compute, const Function& function, Memory& memory)
      : compute_(compute), function_(function), memory_(memory) {}

  StatementCode compile() {
    int value = compile_value(*compute_.value);
    int store = add_access(compute_.store.array, compute_.store.indices);
    Step last;
    last.run = store_step(compute_.value->type);
    last.operands[0] = store;
    last.operands[1] = value;
    last.result = compute_.value->type;
    code_.steps.push_back(last);
    code_.value = value;
    code_.register_of = std::move(registers_);
    return std::move(code_);
  }

 private:
  /// The register that holds the node's value. Shared nodes are computed once: they have no side effects.
  int compile_value(const ExprNode& node) {
    auto known = registers_.find(&node);
    if (known != registers_.end()) return known->second;
    int slot = compile_new(node);
    registers_.emplace(&node, slot);
    return slot;
  }

  int compile_new(const ExprNode& node) {
    switch (node.op) {
      case Op::integer:
      case Op::real:
        return add_register(literal_slot(node));
      case Op::scalar:
        return add_register(scalar_slot(node.index));
      case Op::loop:
        return add_step(loop_step(), {node.index});
      case Op::load:
        return add_typed_step(load_step(node.type), node, {add_access(node.index, node.operands)});
      default:
        break;
    }
    std::vector<int> operands;
    for (const ExprPtr& operand : node.operands) operands.push_back(compile_value(*operand));
    Type operand_type = node.operands[0]->type;
    if (node.op == Op::cast) return add_typed_step(cast_step(operand_type, node.type), node, operands);
    // Comparisons and logic are named by the type of their operands.
    return add_typed_step(operation_step(node.op, is_condition(node) ? operand_type : node.type), node, operands);
  }

  int add_register(Slot value) {
    code_.registers.push_back(value);
    return static_cast<int>(code_.registers.size()) - 1;
  }

  int add_step(StepFunction run, const std::vector<int>& operands) {
    Step step;
    step.run = run;
    step.target = add_register(0);
    std::copy(operands.begin(), operands.end(), step.operands);
    code_.steps.push_back(step);
    return step.target;
  }

  /// A step that may be one on numbers, which needs the types.
  int add_typed_step(StepFunction run, const ExprNode& node, const std::vector<int>& operands) {
    const int target = add_step(run, operands);
    Step& step = code_.steps.back();
    step.op = node.op;
    step.result = node.type;
    if (node.op == Op::load) return target;
    step.left = node.operands.front()->type;
    step.right = node.operands.back()->type;
    return target;
  }

  int add_access(int array, const std::vector<ExprPtr>& indices) {
    const Array& declared = *function_.arrays[array];
    AccessCode access;
    access.base = memory_.arrays[array].data();
    access.elements = declared.elements();
    access.offset.coefficients.assign(compute_.loops.size(), 0);
    std::int64_t stride = 1;
    for (std::size_t d = indices.size(); d-- > 0;) {
      if (indices[d]->op == Op::computed) {
        access.computed.push_back({compile_value(*indices[d]->operands[0]), stride});
      } else {
        access.offset.add(flatten_affine(*indices[d], compute_.loops.size()), stride);
      }
      stride *= declared.shape[d];
    }
    code_.accesses.push_back(std::move(access));
    return static_cast<int>(code_.accesses.size()) - 1;
  }

  Slot scalar_slot(int index) const {
    Slot slot = 0;
    const std::vector<std::byte>& bytes = memory_.scalars[index];
    std::memcpy(&slot, bytes.data(), bytes.size());
    return slot;
  }

  const Compute& compute_;
  const Function& function_;
  Memory& memory_;
  StatementCode code_;
  std::unordered_map<const ExprNode*, int> registers_;
};

}  // namespace

Slot literal_slot(const ExprNode& node) {
  Slot slot = 0;
  if (node.type.is_fixed()) {
    slot = static_cast<Slot>(number_from_double(node.real, node.type));
  } else if (node.op == Op::integer) {
    slot = static_cast<Slot>(static_cast<Wide>(node.integer));  // little-endian: narrower types read the low bytes
  } else if (node.type.kind == TypeKind::brain_floating) {
    slot = round_to_bfloat16(node.real);
  } else if (node.type == p_half) {
    slot = round_to_half(node.real);
  } else if (node.type == p_float32) {
    auto value = static_cast<float>(node.real);
    std::memcpy(&slot, &value, sizeof value);
  } else {
    std::memcpy(&slot, &node.real, sizeof node.real);
  }
  return slot;
}

StatementCode compile_statement(const Compute& compute, const Function& function, Memory& memory) {
  return StatementCompiler(compute, function, memory).compile();
}

}  // namespace pom::dsl
