#pragma once
#include <optional>
#include <vector>

#include "dsl/model/function.hpp"
#include "polyhedral/ir/isl_extras.hpp"

/// isl's sets and functions as expressions of a compute's loops and the program's parameters, whose / and % round down.
/// Nothing where isl needs a choice between two values, for which indices and guards have no words.
namespace pom::poly {

/// The condition that an iteration { S[i, …] } lies in the set.
std::optional<dsl::ExprPtr> condition_of(const isl::set& iterations, const dsl::Function& program,
                                         const std::vector<dsl::Loop>& loops);

/// A number { S[i, …] -> [value] } of each iteration of the domain.
std::optional<dsl::ExprPtr> index_of(const isl::pw_aff& value, const isl::set& domain, const dsl::Function& program,
                                     const std::vector<dsl::Loop>& loops);

}  // namespace pom::poly
