#pragma once
#include <vector>

#include "dsl/model/expr_node.hpp"

namespace pom::dsl {

/// Parts of an elaborated value that are used more than once and are large enough for a variable of their own, operands
/// first. With them as variables, the value's text is linear in its number of nodes.
std::vector<const ExprNode*> find_shared_parts(const ExprNode& value);

}  // namespace pom::dsl
