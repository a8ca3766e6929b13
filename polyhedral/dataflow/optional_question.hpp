#pragma once
#include <functional>

#include "polyhedral/ir/isl_extras.hpp"

namespace pom::poly {

/// try_within of a question about channels that can do without an answer, as an array then stays what it is. It also
/// ends when this part of the brake's time is used up: the stages behind it cannot do without theirs.
inline bool try_optional(isl::ctx context, unsigned long operations, const std::function<void()>& action) {
  constexpr double part_of_time = 0.4;
  StepPool pool{operations, part_of_time};
  return try_within(context, pool, operations, action);
}

}  // namespace pom::poly
