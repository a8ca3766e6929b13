#pragma once
#include <string>
#include <vector>

#include <pom/var.hpp>

#include "dsl/model/function.hpp"

namespace pom::dsl {

/// The compute that is being recorded: what its expressions may refer to, and where findings go.
struct ComputeContext {
  Function& function;
  const std::string& compute;
  const std::vector<Loop>& loops;  ///< those that the expression may name, outermost first
  Location at;                     ///< the compute's declaration
};

// Each gives null after adding a finding to the function.

/// A bound of `loop`. Errors: `non-affine-bound`, `unknown-loop`.
ExprPtr elaborate_bound(const ExprPtr& recorded, const var& loop, const ComputeContext&);

/// An extent of an array, in parameters; the context has no loops. `place`: "extent 0 of array …", for messages.
/// Errors: `bad-shape`, `unknown-loop`.
ExprPtr elaborate_extent(const ExprPtr& recorded, const std::string& place, const ComputeContext&);

/// A guard: comparisons of affine expressions, joined by && and ||, and negated. Errors: `non-affine-guard`,
/// `unknown-loop`.
ExprPtr elaborate_guard(const ExprPtr& recorded, const ComputeContext&);

/// An index, without a finding where it is not affine: null then.
ExprPtr try_affine(const ExprNode& recorded, const ComputeContext&);

/// Whether an expression, with shared parts counted each time, has no more operations than an index may have.
bool has_moderate_size(const ExprNode& recorded);

/// A condition over loops, without a finding where it is none: null then.
ExprPtr try_condition(const ExprPtr& recorded, const ComputeContext&);

/// An Op::load node with its indices elaborated; also for destinations. `condition`, unless null: the element is of use
/// only where it holds. An index that may leave the array elsewhere is clamped there, as Op::computed with two more
/// operands: the index as it was given, and the condition.
/// Errors: `foreign-array`, `wrong-index-count`, `non-affine-index`, `unknown-loop`, those of elaborate_computed_index.
ExprPtr elaborate_access(const ExprNode& recorded, const ComputeContext&, const ExprPtr& condition = nullptr);

/// Whether the scalar that an Op::scalar node names is the function's own.
bool owns_scalar(const Function&, const ExprNode&);

/// The position of the loop in the context, -1 after adding `unknown-loop` ("used in <where>").
int resolve_loop(const std::string& name, const std::string& where, const ComputeContext&);

}  // namespace pom::dsl
