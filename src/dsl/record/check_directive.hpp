#pragma once
#include <optional>

#include "dsl/model/function.hpp"

namespace pom::dsl {

/// The directive's arguments as far as they can be judged without knowing the loops that earlier directives made.
/// Errors: `bad-factor`, `bad-interval`, `bad-partition`, `bad-after`, `invalid-name`, `unknown-compute`,
/// `unknown-array`. What is said of computes and arrays that a directive of the schedule adds is not judged: they exist
/// in the rewritten program only.
std::optional<Diagnostic> check_directive(const Function&, const Directive&);

}  // namespace pom::dsl
