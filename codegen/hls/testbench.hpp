#pragma once
#include <string>

#include "dsl/function.hpp"

namespace pom::backend {

/// A self-checking test bench, written from the program alone: it runs the loops as written and the kernel on equal
/// pseudo-random memories, compares every array that is written, prints "PASS" and returns 0, or the first difference
/// and 1. Values are compared bit for bit; with a tolerance > 0 (a reduction was reassociated) floating-point ones
/// within that relative error.
std::string emit_testbench(const dsl::Function&, double tolerance);

}  // namespace pom::backend
