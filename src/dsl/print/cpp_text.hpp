#pragma once
#include <cstdint>
#include <string>

#include "dsl/model/expr_node.hpp"

/// Pieces of C++ text, and how tightly they bind.
namespace pom::dsl::cpp {

/// C++'s precedence: higher binds tighter.
enum Precedence {
  ternary,
  either,
  both,
  bits_or,
  bits_xor,
  bits_and,
  equality,
  relation,
  shift,
  sum,
  product,
  prefix,
  primary
};

struct Operator {
  const char* text;
  Precedence precedence;
};

struct Text {
  std::string text;
  Precedence precedence;
};

/// Text null: the operation has no infix form.
Operator binary_operator(Op);

/// Of a comparison: what it says of two equal integers. Compilers warn where one is compared with itself.
inline bool holds_for_equals(Op op) { return op == Op::le || op == Op::ge || op == Op::eq; }

/// Numbers as literals of their type, which read back as the same number.
std::string real_text(double value, Type);
/// p_int32 numbers stand alone; others carry their type, so that arithmetic on them has it.
Text integer_text(std::int64_t value, Type);

}  // namespace pom::dsl::cpp
