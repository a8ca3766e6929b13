#pragma once
#include "dsl/model/expr_node.hpp"

namespace pom::dsl {

/// The opposite of comparisons joined by && and ||: by de Morgan's laws, each comparison by its opposite.
ExprPtr negated(const ExprNode& condition);

/// A recorded condition without `!` at its top; other expressions stay as they are.
ExprPtr without_negation(const ExprPtr& condition);

}  // namespace pom::dsl
