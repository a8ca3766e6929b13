#pragma once
#include <vector>

#include "dsl/model/expr_node.hpp"

namespace pom::dsl {

/// A function of floats as operations that all three executions have, of operands that have the result's type; null: it
/// is an operation of its own. rsqrt and sigmoid are made of others; pow with the exponents -1, 0, 1 and 2 is too,
/// since host compilers replace it there, and round otherwise than the C library does.
ExprPtr expand_function(Op, Type, const std::vector<ExprPtr>& operands, const Location& at);

/// How many bits of an integer are set, as a p_uint8: pairs, then groups of four and eight bits are counted side by
/// side within one word.
ExprPtr expand_popcount(ExprPtr value, const Location& at);

}  // namespace pom::dsl
