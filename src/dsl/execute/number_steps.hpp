#pragma once
#include "dsl/execute/step_functions.hpp"

namespace pom::dsl {

/// Steps on numbers (number.hpp) read their types from the step. Op::cast also converts from and to C++'s own types,
/// Op::load loads an element.
StepFunction number_step(Op op);
StepFunction number_store_step();

}  // namespace pom::dsl
