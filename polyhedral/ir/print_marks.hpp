#pragma once
#include <string>

#include "dsl/model/function.hpp"
#include "polyhedral/ir/annotations.hpp"

namespace pom::poly {

/// One line for each mark, for dumps and goldens.
std::string print_marks(const HardwareMarks&, const dsl::Function& program);

}  // namespace pom::poly
