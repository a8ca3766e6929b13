#include "dsl/model/expr_node.hpp"

#include <utility>

#include "dsl/model/small_float.hpp"

namespace pom::dsl {

const char* to_string(Op op) {
  switch (op) {
    case Op::integer:
      return "integer";
    case Op::real:
      return "real";
    case Op::loop:
      return "loop";
    case Op::scalar:
      return "scalar";
    case Op::load:
      return "load";
    case Op::neg:
      return "neg";
    case Op::add:
      return "add";
    case Op::sub:
      return "sub";
    case Op::mul:
      return "mul";
    case Op::div:
      return "div";
    case Op::mod:
      return "mod";
    case Op::bit_and:
      return "bit_and";
    case Op::bit_or:
      return "bit_or";
    case Op::bit_xor:
      return "bit_xor";
    case Op::bit_not:
      return "bit_not";
    case Op::shl:
      return "shl";
    case Op::shr:
      return "shr";
    case Op::min:
      return "min";
    case Op::max:
      return "max";
    case Op::lt:
      return "lt";
    case Op::le:
      return "le";
    case Op::gt:
      return "gt";
    case Op::ge:
      return "ge";
    case Op::eq:
      return "eq";
    case Op::ne:
      return "ne";
    case Op::logical_and:
      return "and";
    case Op::logical_or:
      return "or";
    case Op::select:
      return "select";
    case Op::sqrt:
      return "sqrt";
    case Op::exp:
      return "exp";
    case Op::log:
      return "log";
    case Op::tanh:
      return "tanh";
    case Op::sin:
      return "sin";
    case Op::cos:
      return "cos";
    case Op::tan:
      return "tan";
    case Op::atan:
      return "atan";
    case Op::erf:
      return "erf";
    case Op::floor:
      return "floor";
    case Op::ceil:
      return "ceil";
    case Op::round:
      return "round";
    case Op::trunc:
      return "trunc";
    case Op::atan2:
      return "atan2";
    case Op::fmod:
      return "fmod";
    case Op::rsqrt:
      return "rsqrt";
    case Op::sigmoid:
      return "sigmoid";
    case Op::popcount:
      return "popcount";
    case Op::abs:
      return "abs";
    case Op::pow:
      return "pow";
    case Op::cast:
      return "cast";
    case Op::computed:
      return "computed";
    case Op::unknown:
      return "unknown";
  }
  return "?";
}

namespace {

/// Fixed-point literals are values of their type already.
double round_real(double value, const Type& type) {
  if (type.kind == TypeKind::brain_floating) return bfloat16_value(round_to_bfloat16(value));
  if (!type.is_float() || type.bits == 64) return value;
  return type.bits == 16 ? half_value(round_to_half(value)) : static_cast<float>(value);
}

}  // namespace

namespace {

/// A chain of a hundred thousand operations must not need as many calls on the stack to go away.
void destroy(const ExprNode* node) {
  std::vector<ExprPtr> left;
  const auto take_operands = [&](const ExprNode* owner) {
    // Nobody else sees the node any more.
    for (ExprPtr& operand : const_cast<ExprNode*>(owner)->operands) left.push_back(std::move(operand));
  };
  take_operands(node);
  delete node;
  while (!left.empty()) {
    const ExprPtr last = std::move(left.back());
    left.pop_back();
    if (last.use_count() == 1) take_operands(last.get());
  }
}

}  // namespace

ExprPtr make_node(ExprNode node) { return ExprPtr(new ExprNode(std::move(node)), destroy); }

ExprPtr make_integer(std::int64_t value, Type type, Location at) {
  ExprNode node;
  node.op = Op::integer;
  node.type = type;
  node.integer = value;
  node.at = std::move(at);
  return make_node(std::move(node));
}

ExprPtr make_real(double value, Type type, Location at) {
  ExprNode node;
  node.op = Op::real;
  node.type = type;
  node.real = round_real(value, type);
  node.at = std::move(at);
  return make_node(std::move(node));
}

ExprPtr make_operation(Op op, Type type, std::vector<ExprPtr> operands, Location at) {
  ExprNode node;
  node.op = op;
  node.type = type;
  node.operands = std::move(operands);
  node.at = std::move(at);
  return make_node(std::move(node));
}

bool is_wrap(const ExprNode& node) {
  if (node.op != Op::mod || node.operands[0]->op != Op::add) return false;
  const ExprPtr &extent = node.operands[1], &remainder = node.operands[0]->operands[0];
  return node.operands[0]->operands[1] == extent && remainder->op == Op::mod && remainder->operands[1] == extent;
}

bool is_kept_inside(const ExprNode& index) { return index.op == Op::computed && index.operands.size() == 4; }

const ExprPtr& written_index(const ExprPtr& index) { return is_kept_inside(*index) ? index->operands[2] : index; }

}  // namespace pom::dsl
