#pragma once
#include "dsl/model/function.hpp"
#include "program_spec.hpp"

namespace pom::fuzz {

/// Whether an instance uses the value of some load of the array: not where every select around the loads takes its other
/// arm. By evaluating the conditions over loops and numbers; others may go either way.
bool uses_value(const dsl::Compute&, const Vector& iterators, int array);

}  // namespace pom::fuzz
