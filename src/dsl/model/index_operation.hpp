#pragma once
#include <utility>

#include "dsl/model/expr_node.hpp"
#include "support/floor_division.hpp"

namespace pom::dsl {

/// left `op` number, as part of an elaborated index, bound or guard. Of two numbers a multiple, a quotient and a
/// remainder are a number too: isl reads no "3 mod 4".
inline ExprPtr index_operation(Op op, ExprPtr left, std::int64_t number, const Location& at) {
  if (left->op == Op::integer && (op == Op::mul || op == Op::div || op == Op::mod)) {
    const std::int64_t value = left->integer;
    if (op == Op::mul) return make_integer(value * number, p_int32, at);
    const std::int64_t quotient = floor_division(value, number);
    return make_integer(op == Op::div ? quotient : value - quotient * number, p_int32, at);
  }
  return make_operation(op, p_int32, {std::move(left), make_integer(number, p_int32, at)}, at);
}

}  // namespace pom::dsl
