#pragma once
#include "dsl/execute/expression_code.hpp"

namespace pom::dsl {

using StepFunction = void (*)(const Step&, const Frame&);

/// The function that executes an operation: for comparisons, sqrt … `type` is that of the operands, else that of the
/// result. Arithmetic types only (32 bits and more).
StepFunction operation_step(Op op, Type type);
StepFunction cast_step(Type from, Type to);
StepFunction load_step(Type type);
StepFunction store_step(Type type);
/// The iterator of loop operands[0], as p_int32.
StepFunction loop_step();

}  // namespace pom::dsl
