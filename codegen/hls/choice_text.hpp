#pragma once
#include <mlir/IR/Operation.h>

#include "codegen/hls/expression_text.hpp"

namespace pom::backend {

/// Prints a comparison of integers or floats. Throws Unsupported for a predicate without a C++ operator.
Text print_comparison(mlir::Operation& compare, const Text& left, const Text& right);
/// Prints "a < b ? x : y".
Text print_choice(const Text& condition, Text then, Text otherwise);

}  // namespace pom::backend
