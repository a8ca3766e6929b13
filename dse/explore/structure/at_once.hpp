#pragma once
#include <cstdint>

#include "dsl/model/function.hpp"

namespace pom::dse::explore {

/// The most nests that are at work at once. Nests start together where they use no array in common; those that run in
/// turn share their operators. Nests of less than a tenth of the longest one's iterations do not count; those whose
/// iterations are not known do.
std::int64_t count_at_once(const dsl::Function&);

}  // namespace pom::dse::explore
