#pragma once
#include <optional>
#include <string>

#include "dsl/model/value_range.hpp"

namespace pom::dsl {

/// Why the elaborated value may lose data on its way into type `to`: an integer that flows into it, and what it lies
/// in, which `to` does not hold. An integer becomes another where the value is stored, a float or fixed-point number
/// where it meets one. `recorded`: the value as the user wrote it.
std::optional<std::string> find_narrowing(const ExprNode& elaborated, const ExprNode& recorded, Type to,
                                          RangeAnalysis&);

}  // namespace pom::dsl
