#pragma once
#include "polyhedral/ir/scop.hpp"

namespace pom::poly {

/// The instances of a statement in which the value that it reads of an array is of use: not those in which every select
/// around the read takes its other arm, as "k > 0 ? sum : 0" does at k = 0. Conditions over loops alone count.
isl::set used_where(const Scop&, const Statement&, int array);

}  // namespace pom::poly
