#pragma once
#include "dsl/model/function.hpp"

namespace pom::dsl {

/// Appends the directive to the schedule, or adds findings. An `after` before the first transformation moves the
/// compute in the program instead.
void record_directive(Function&, Directive);

/// Puts a compute where its declaration says, in the program as written, or adds a finding.
void record_order(Function&, const After&, const Location&);

/// Replaces the schedule; directives with wrong arguments become findings instead.
void replace_schedule(Function&, Schedule);

}  // namespace pom::dsl
