#pragma once
#include <optional>
#include <string>

#include "dsl/expr_node.hpp"

namespace pom::dsl {

/// Why the recorded value may lose data on its way into type `to`, judged by the leaves that flow into it: arrays,
/// typed constants, explicit casts, real numbers. Conditions do not flow; loop variables only count where `to` has less
/// than 16 bits. Needs the types of arguments to be known.
std::optional<std::string> find_lossy_leaf(const ExprNode& recorded, Type to);

}  // namespace pom::dsl
