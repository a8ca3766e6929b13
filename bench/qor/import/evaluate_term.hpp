#pragma once
#include <optional>

#include "bench/qor/description/term.hpp"
#include "bench/qor/import/environment.hpp"

namespace pom::dse::qor {

/// Evaluates an integer expression to an affine function of the loops around. Nothing: it is not affine.
std::optional<Index> evaluate_affine(const Term&, const Environment&);
/// Evaluates an expression to a number. Nothing: its value is not known.
std::optional<double> evaluate_constant(const Term&, const Environment&);

}  // namespace pom::dse::qor
