#pragma once
#include <optional>
#include <string>

#include "dsl/model/expr_node.hpp"

namespace pom::dsl {

/// Why the recorded value may lose data on its way into type `to`, judged by the types of the leaves that flow into it:
/// arrays, typed constants, explicit casts, real numbers. Conditions do not flow. Integers are left to find_narrowing,
/// unless `integers_by_type`; loop variables then only count where `to` has less than 16 bits. Needs the types of
/// arguments to be known.
std::optional<std::string> find_lossy_leaf(const ExprNode& recorded, Type to, bool integers_by_type);

}  // namespace pom::dsl
