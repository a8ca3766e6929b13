#pragma once
#include <functional>

#include "polyhedral/ir/isl_extras.hpp"

namespace pom::poly {

/// Gives `take` an access relation { S[…] -> A[…] } in pieces that it accepts: where an index is clamped or mirrored,
/// iterations near the border come one by one, if the elements of all of them do not move with the loops by constant
/// steps. `loop_map`: of the statement; borders are told along its first `loops` loops. False: `take` accepts some
/// piece in no form.
bool take_at_borders(const isl::map& accesses, const isl::map& loop_map, int loops,
                     const std::function<bool(const isl::map&)>& take);

}  // namespace pom::poly
