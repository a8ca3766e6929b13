#pragma once
#include <string>
#include <vector>

#include "dsl/model/expr_node.hpp"

namespace pom::poly {

/// A part of an index that isl's notation has no expression for, as a variable "u0", "u1" … with a constraint.
struct HiddenVariable {
  std::string constraint;
  bool is_unknown = false;  ///< only the run knows its value; otherwise the constraint leaves one
};

/// How a parameter is spelled in such texts, by its position in Function::scalars: no word of isl's notation.
std::string parameter_text(int scalar);

/// An elaborated index, bound or guard in isl's notation, loops spelled as `loop_names`. What only the run knows of a
/// computed index, and a select, become hidden variables; without a place for them they are an InternalError.
std::string to_isl_text(const dsl::ExprNode& expression, const std::vector<std::string>& loop_names,
                        std::vector<HiddenVariable>* hidden = nullptr);

}  // namespace pom::poly
