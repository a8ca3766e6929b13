#pragma once
#include <memory>
#include <vector>

#include "dsl/model/function.hpp"

namespace pom::dsl {

/// Some computes of a program, as a program of their own: the same arrays and scalars (by index), no schedule. Computes
/// are in the order given.
std::shared_ptr<const Function> sub_program(const Function&, const std::vector<int>& computes);

}  // namespace pom::dsl
