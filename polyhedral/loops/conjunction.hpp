#pragma once
#include <optional>
#include <vector>

#include "polyhedral/loops/loop_tree.hpp"

namespace pom::poly {

/// Constraints that hold together.
using Conjunction = std::vector<Constraint>;

/// The conjunction without constraints that others imply: of constraints on expressions that differ by a constant or
/// by their sign, the tightest lower and upper one, or an equality where those meet; none that a remainder's own range
/// implies. Null when it holds for no value. Constraints on different expressions are not compared.
std::optional<Conjunction> simplify(const Conjunction&);

}  // namespace pom::poly
