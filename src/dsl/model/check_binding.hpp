#pragma once
#include <optional>
#include <string>
#include <vector>

#include "dsl/model/function.hpp"

namespace pom::dsl {

/// The vendor's name of an operation on a type, as `bind_op` spells it: "fmul", "dadd", "hsqrt", "mul"; empty: it has
/// none, so that it cannot be bound.
std::string vendor_operation(Op, const Type&);

/// Whether the node is one of the operations that the directive binds.
bool binds(const BindOp&, const ExprNode& elaborated);

/// `bad-binding`: an operation that the compute does not have, an implementation or a latency that the vendor does not
/// have for it (UG1399, bind_op).
std::optional<Diagnostic> check_binding(const Compute&, const BindOp&, const Location& at);

}  // namespace pom::dsl
