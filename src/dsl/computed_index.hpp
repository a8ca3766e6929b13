#pragma once
#include <string>

#include "dsl/affine.hpp"

namespace pom::dsl {

/// True where the recorded expression has something that only the run knows: an array's element, a scalar argument.
bool reads_data(const ExprNode& recorded);

/// An index that reads data, as Op::computed. `place` is "index 0 of \"A\"", for messages.
/// Null after adding findings: `bad-index` (no integer), and those of elaborate_value.
ExprPtr elaborate_computed_index(const ExprNode& recorded, const std::string& place, const Location& at,
                                 const ComputeContext&);

}  // namespace pom::dsl
