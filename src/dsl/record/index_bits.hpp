#pragma once
#include "dsl/model/expr_node.hpp"

namespace pom::dsl {

/// The affine expression of value & mask: a term for each run of ones in the mask, ((value / 2^first) % 2^length) *
/// 2^first, in which / and % round down. Null: a term has a number of more than 31 bits.
ExprPtr common_bits(const ExprPtr& value, std::int64_t mask, const Location& at);

}  // namespace pom::dsl
