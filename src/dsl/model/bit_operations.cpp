#include "dsl/model/bit_operations.hpp"

#include <algorithm>
#include <string>

#include <pom/diagnostic.hpp>

#include "dsl/model/conversion.hpp"
#include "dsl/model/number.hpp"

namespace pom::dsl {
namespace {

std::int64_t compute(Op op, std::int64_t left, std::int64_t right, bool is_signed) {
  const auto bits = static_cast<std::uint64_t>(left);
  switch (op) {
    case Op::bit_and:
      return left & right;
    case Op::bit_or:
      return left | right;
    case Op::bit_xor:
      return left ^ right;
    case Op::bit_not:
      return ~left;
    case Op::shl:
      return static_cast<std::int64_t>(bits << right);
    case Op::shr:
      return is_signed ? left >> right : static_cast<std::int64_t>(bits >> right);
    default:
      throw InternalError(std::string("not an operation on bits: ") + to_string(op));
  }
}

}  // namespace

const char* bit_symbol(Op op) {
  switch (op) {
    case Op::bit_and:
      return "&";
    case Op::bit_or:
      return "|";
    case Op::bit_xor:
      return "^";
    case Op::bit_not:
      return "~";
    case Op::shl:
      return "<<";
    case Op::shr:
      return ">>";
    default:
      return nullptr;
  }
}

ExprPtr fold_bits(const ExprNode& operation) {
  const bool literals = std::all_of(operation.operands.begin(), operation.operands.end(),
                                    [](const ExprPtr& operand) { return operand->op == Op::integer; });
  if (!literals || is_number(operation.type)) return nullptr;
  const std::int64_t left = operation.operands.front()->integer, right = operation.operands.back()->integer;
  const std::int64_t value = compute(operation.op, left, right, operation.type.is_signed());
  return make_integer(wrap(value, operation.type), operation.type, operation.at);
}

}  // namespace pom::dsl
