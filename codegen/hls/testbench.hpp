#pragma once
#include <string>

#include "dsl/function.hpp"

namespace pom::backend {

/// A self-checking test bench, written from the program alone: it runs the loops as written and the kernel on equal pseudo-random
/// memories, compares every array that is written bit for bit, prints "PASS" and returns 0, or the first difference and 1.
std::string emit_testbench(const dsl::Function&);

}  // namespace pom::backend
