#pragma once
#include <string>
#include <vector>

#include "dsl/expr_node.hpp"

namespace pom::poly {

/// An elaborated index, bound or guard in isl's notation, loops spelled as `loop_names`. What only the run knows of a
/// computed index becomes "u0", "u1" … and goes to `unknowns`.
std::string to_isl_text(const dsl::ExprNode& expression, const std::vector<std::string>& loop_names,
                        std::vector<const dsl::ExprNode*>* unknowns = nullptr);

}  // namespace pom::poly
