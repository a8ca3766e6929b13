#pragma once
#include <unordered_map>

#include "dsl/record/elaborate.hpp"

namespace pom::dsl {

/// Recorded loads, loops and arguments → elaborated ones.
using Leaves = std::unordered_map<const ExprNode*, ExprPtr>;

/// Settles everything below a value's arithmetic; false: findings were added. An argument without a type takes that of
/// the destination.
bool resolve_leaves(const ExprNode& recorded, Type destination, const ComputeContext&, Leaves&);

}  // namespace pom::dsl
