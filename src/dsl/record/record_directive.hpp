#pragma once
#include "dsl/model/function.hpp"

namespace pom::dsl {

/// Appends the directive to the schedule, or adds findings. An `after` before the first transformation moves the
/// compute in the program instead.
void record_directive(Function&, Directive);

/// Replaces the schedule; directives with wrong arguments become findings instead.
void replace_schedule(Function&, Schedule);

}  // namespace pom::dsl
