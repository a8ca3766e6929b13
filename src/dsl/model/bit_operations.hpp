#pragma once
#include "dsl/model/expr_node.hpp"

namespace pom::dsl {

/// << and >>.
constexpr bool is_shift(Op op) { return op == Op::shl || op == Op::shr; }
/// & | ^, which convert both operands to one type.
constexpr bool is_bitwise(Op op) { return op == Op::bit_and || op == Op::bit_or || op == Op::bit_xor; }

/// As the user writes it: "&", "~", "<<" …
const char* bit_symbol(Op);

/// The number that & | ^ ~ << >> on numbers of one of C++'s own types gives; null: an operand is not a number. The
/// amount of a shift lies in [0, width).
ExprPtr fold_bits(const ExprNode& operation);

}  // namespace pom::dsl
