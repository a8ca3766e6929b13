#pragma once
#include <string>

#include "dsl/execute/interpret.hpp"
#include "dsl/model/function.hpp"

namespace pom::backend {

/// What the kernel is run on: `runs` one after the other.
struct TestInputs {
  std::vector<dsl::Run> runs;
  dsl::FloatInputs floats = dsl::FloatInputs::as_the_set;
  bool leaves_arrays = false;  ///< accesses are out of bounds, with the program's permission
};

/// A self-checking test bench, written from the program alone: it runs the loops as written and the kernel on equal
/// memories with the values of pom_inputs.h, those that libpom's own executions had, compares every array that is
/// written, prints "PASS" and returns 0, or the first difference and 1. Values are compared bit for bit; with a
/// tolerance > 0 (a reduction was reassociated) floating-point ones within that relative error; any two NaN are equal.
std::string emit_testbench(const dsl::Function&, double tolerance, const TestInputs&);

}  // namespace pom::backend
