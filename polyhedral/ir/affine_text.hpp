#pragma once
#include <string>
#include <vector>

#include "dsl/expr_node.hpp"

namespace pom::poly {

/// An elaborated index, bound or guard in isl's notation, loops spelled as `loop_names`.
std::string to_isl_text(const dsl::ExprNode& expression, const std::vector<std::string>& loop_names);

}  // namespace pom::poly
