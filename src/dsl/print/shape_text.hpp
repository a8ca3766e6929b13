#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "dsl/model/function.hpp"

namespace pom::dsl {

/// "{4, 8}", as in a declaration of the DSL.
std::string shape_text(const std::vector<std::int64_t>& shape);
/// "A[4][8]", as in a declaration of C++.
std::string declared_text(const Array&);

}  // namespace pom::dsl
