#pragma once
#include <memory>

#include "polyhedral/ir/isl_context.hpp"
#include "polyhedral/ir/scop.hpp"

namespace pom::poly {

/// A scheduled program as one whose own order is that of the schedule: its loops are loops as written, and directives
/// name them as they would behind the schedule. One compute for each statement, in the same order; the program has no
/// schedule. Null: the iterations of a statement are no expressions of its loops, or two of those have one name.
std::shared_ptr<dsl::Function> write_as_scheduled(const Scop& scheduled, const IslContext&);

}  // namespace pom::poly
