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

/// How a self-checking program calls the kernel.
struct KernelUse {
  std::string title;         ///< the file's first line
  std::string includes;      ///< what declares the kernel
  std::string callee;        ///< stands in front of the arguments in parentheses
  bool with_counts = false;  ///< arrays are given as a pointer and their number of elements
  std::string parameter;     ///< of the function that makes one run, behind its own: ", Board& board"
  std::string main_begin;    ///< from "int main" to where the runs are made
  std::string argument;      ///< for `parameter`
  std::string main_end;      ///< behind the runs; `pom_passed` says whether all agreed
};

/// A program like the test bench that calls the kernel in a way of its own: on a board, say.
std::string emit_checking_program(const dsl::Function&, double tolerance, const TestInputs&, const KernelUse&);

/// A self-checking test bench, written from the program alone: it runs the loops as written and the kernel on equal
/// memories with the values of pom_inputs.h, those that libpom's own executions had, compares every array that is
/// written, prints "PASS" and returns 0, or the first difference and 1. Values are compared bit for bit; with a
/// tolerance > 0 (a reduction was reassociated) floating-point ones within that relative error, and integers that follow
/// from floats within it or one step; any two NaN are equal.
std::string emit_testbench(const dsl::Function&, double tolerance, const TestInputs&);

}  // namespace pom::backend
