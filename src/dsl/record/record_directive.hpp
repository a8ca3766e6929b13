#pragma once
#include <memory>
#include <string>

#include "dsl/model/function.hpp"

namespace pom::dsl {

/// Appends the directive to the schedule, or adds findings. An `after` before the first transformation moves the
/// compute in the program instead.
void record_directive(Function&, Directive);

/// Of a directive that speaks of an array in a compute: true after adding a finding to the compute's function, where
/// the array belongs to another one. Null: neither is checked here.
bool refuse_foreign(const std::shared_ptr<Function>& of_compute, const std::string& compute,
                    const std::shared_ptr<Function>& of_array, const std::string& array, const Location&);

/// Puts a compute where its declaration says, in the program as written, or adds a finding.
void record_order(Function&, const After&, const Location&);

/// Replaces the schedule; directives with wrong arguments become findings instead.
void replace_schedule(Function&, Schedule);

}  // namespace pom::dsl
