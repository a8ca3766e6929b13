#pragma once
#include <vector>

#include "dsl/model/expr_node.hpp"
#include "dsl/model/function.hpp"
#include "dsl/record/affine.hpp"

namespace pom::dsl {

/// Turns a recorded value into the typed value that expr_node.hpp describes, of type `destination`.
///
/// Types follow C++'s usual arithmetic conversions. Numbers (and constants with a value but no type) adapt to the
/// operand beside them; a real number beside an integer is p_float32, or p_float64 when the destination is, and so are
/// sqrt, exp … of an integer; where all is numbers, they take the destination's type. An argument without a type takes
/// the destination's type at its first use.
///
/// Null after adding findings: those of elaborate_access, `unknown-loop`, `foreign-constant`, `type-mismatch` (the
/// value would lose data silently), `division-by-zero`, `bad-operand` (% or bits of floats), `bad-shift`,
/// `value-too-large`.
ExprPtr elaborate_value(const ExprPtr& recorded, Type destination, const ComputeContext&);

/// The same for an integer that stands in an index, in a type of its own.
ExprPtr elaborate_index_value(const ExprNode& recorded, const ComputeContext&);

/// Appends one access per load, in the order of evaluation; a load that several operations share is one. Those in an
/// element's indices stand before the element's own.
void collect_loads(const ExprNode& elaborated, std::vector<Access>& loads);

}  // namespace pom::dsl
