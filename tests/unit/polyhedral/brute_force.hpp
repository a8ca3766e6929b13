#pragma once
#include <string>

#include "polyhedral/ir/scop.hpp"

namespace pom::test {

/// Orders all pairs of instances of `scheduled` that touch one element, at least one of them writing, by walking every
/// instance: true when the program as written and the schedule agree on each pair. Shares nothing with the isl analysis
/// but the maps.
bool keeps_all_conflicts(const poly::Scop& as_written, const poly::Scop& scheduled);

/// The number of instances of all statements.
std::size_t count_instances(const poly::Scop&);

}  // namespace pom::test
