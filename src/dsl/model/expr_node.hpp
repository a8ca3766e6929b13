#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <pom/expr.hpp>

namespace pom::dsl {

struct Array;
struct Scalar;
struct Function;

enum class Op {
  // leaves
  integer,
  real,
  loop,
  scalar,
  load,
  // arithmetic
  neg,
  add,
  sub,
  mul,
  div,
  mod,
  bit_and,
  bit_or,
  bit_xor,
  bit_not,
  shl,
  shr,
  min,
  max,
  // comparisons and logic: the result is p_int32 0 or 1
  lt,
  le,
  gt,
  ge,
  eq,
  ne,
  logical_and,
  logical_or,
  // others; select's operands: condition, then, otherwise
  select,
  // functions of floats (is_math), of one operand, of two, and those that elaboration expands (expand_function.hpp)
  sqrt,
  exp,
  log,
  tanh,
  sin,
  cos,
  tan,
  atan,
  erf,
  floor,
  ceil,
  round,
  trunc,
  pow,
  atan2,
  fmod,
  rsqrt,
  sigmoid,
  popcount,  ///< of an integer; recorded only, like the two before it
  abs,
  cast,
  // indices only
  computed,  ///< of an array's dimension; operands: the value that is computed (p_int32), and the affine index that it
             ///< is, with `unknown` in place of what only the run knows; under a condition (`is_kept_inside`) two more
  unknown,   ///< inside of `computed`: some integer from `low` to `high`
};

/// Computes in floating point whatever its operands are; has the name that <cmath> gives it.
constexpr bool is_math(Op op) { return op >= Op::sqrt && op <= Op::sigmoid; }

/// "add", "lt" … for dumps; the C++ operator for those that have one is the printers' business.
const char* to_string(Op);

/// One node of an expression tree, immutable.
///
/// Two states: as recorded by the DSL (untyped: `type` is meaningful on cast only, loops by name), and as elaborated
/// into a Compute (`elaborate`): every node has its `type`, operands of arithmetic have the node's type (conversions
/// are explicit `cast` nodes, `implicit` where C++ would do them by itself), comparisons' operands have equal types,
/// loops have `index`. Operands of logical_and/or and select's condition are p_int32 0 or 1. Scalars that have a value
/// became literals, so that Op::scalar is always an argument; a real literal of type p_float32 holds a value that float
/// represents exactly. What operations mean, for the interpreter, MLIR and C++ alike: integers wrap around; / and %
/// truncate in values and round down in indices and bounds; x / 0 and x % 0 are 0, the lowest number divided by -1 is
/// itself, its remainder 0, for integers and fixed-point numbers of any width; the amount of a shift of C++'s own
/// integers is converted to the shifted operand's type and lies in [0, width), where need be by a mask, that of a
/// shifted number (number.hpp) keeps its type; >> keeps a signed value's sign; max(a,b) = a > b ? a : b, min(a,b) = a <
/// b ? a : b; a float that becomes one of C++'s own integers truncates, saturates at the type's ends, and NaN gives 0;
/// one that becomes a number is converted as number.hpp says. An index is an affine expression of loops, or
/// `computed`.
struct ExprNode {
  Op op = Op::integer;
  Location at;
  Type type = p_int32;
  bool implicit = false;  ///< cast only: the conversion was not written by the user
  /// Elaborated operations: by the ranges of its operands (value_range.hpp) the result is what unbounded integers give
  /// — it does not wrap around, divides by no zero, truncates nothing out of range. C++'s own operator does it.
  bool exact = false;
  /// Elaborated integers: by the way it is made the value lies in [0, limit]; -1: where its operator says.
  int limit = -1;
  std::int64_t integer = 0;        ///< Op::integer
  double real = 0;                 ///< Op::real
  std::int64_t low = 0, high = 0;  ///< Op::unknown
  std::string name;                ///< Op::loop: the loop's name
  int index = -1;                  ///< elaborated: Op::loop: position in Compute::loops; Op::scalar/load: in Function
  std::shared_ptr<const Scalar> scalar;  ///< Op::scalar
  std::shared_ptr<const Array> array;    ///< Op::load
  std::vector<ExprPtr> operands;         ///< Op::load: the indices, one per dimension
};

ExprPtr make_node(ExprNode);
ExprPtr make_integer(std::int64_t value, Type type, Location at);
ExprPtr make_real(double value, Type type, Location at);  ///< rounds to `type`
ExprPtr make_operation(Op op, Type type, std::vector<ExprPtr> operands, Location at);

/// The remainder of a sum of a remainder that a recorded `wrap(index, extent)` is.
bool is_wrap(const ExprNode&);

/// Whether an index was written under a condition without which it may leave its array: a `computed` one that stays
/// inside, with the index as it was written and the condition as its third and fourth operand.
bool is_kept_inside(const ExprNode& index);

/// The index as it was written: what it is wherever the condition of an index that is kept inside holds.
const ExprPtr& written_index(const ExprPtr& index);

}  // namespace pom::dsl
