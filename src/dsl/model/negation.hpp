#pragma once
#include <optional>

#include "dsl/model/expr_node.hpp"

namespace pom::dsl {

/// One of < <= > >= == !=.
bool is_comparison(Op);

/// A comparison, or conditions joined by && and ||.
bool is_condition(const ExprNode&);

/// The comparison that holds where another does not; nothing: the operation is no comparison.
std::optional<Op> opposite(Op comparison);

/// The opposite of comparisons joined by && and ||: by de Morgan's laws, each comparison by its opposite.
ExprPtr negated(const ExprNode& condition);

/// A recorded condition without `!` at its top; other expressions stay as they are.
ExprPtr without_negation(const ExprPtr& condition);

}  // namespace pom::dsl
