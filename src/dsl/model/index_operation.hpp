#pragma once
#include <utility>

#include "dsl/model/expr_node.hpp"

namespace pom::dsl {

/// left `op` number, as part of an elaborated index, bound or guard.
inline ExprPtr index_operation(Op op, ExprPtr left, std::int64_t number, const Location& at) {
  return make_operation(op, p_int32, {std::move(left), make_integer(number, p_int32, at)}, at);
}

}  // namespace pom::dsl
