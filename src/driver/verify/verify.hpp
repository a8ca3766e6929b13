#pragma once
#include <pom/report.hpp>

#include "codegen/hls/testbench.hpp"
#include "driver/pipeline/pipeline.hpp"
#include "driver/verify/executions.hpp"

namespace pom::driver {

/// Executes the program as written (interpreted), its affine module (JIT) and its HLS C++ (host compiler) on equal
/// memories and compares every array bit for bit. Programs too large to execute are verified at a reduced size
/// (reduce.hpp). Throws CompileError `verification-failed` when the executions differ.
Executions verify(const Compilation&);

/// A warning where a verification that was asked for could not be made.
Status check_executed(const Verification&, const Location& at);

/// Above 0 where reductions were reassociated. Executions compare them by what the rounding direction moves results
/// (rounding.hpp), and where 16-bit floats allow no such measure, within this relative error: twice the number of
/// operands of the longest reduction times the unit roundoff of the narrowest type (the classical bound for sums of one
/// sign, Higham, Accuracy and Stability of Numerical Algorithms, section 4.2).
double tolerance_of(const Compilation&);

/// The relative error that the test bench and the host program allow: the same for hardware, whose tool may take sums
/// in another order than the C++ that it is given, and more where the executions differed by nearly as much: what is
/// small beside the terms of its sum differs by more than the terms' rounding.
double tolerance_in_hardware(const Compilation&, const Executions&);

/// Those of the test bench and the host program: the verification's, or, where the tool may take sums in another order
/// than it, with ordinary floats instead.
backend::TestInputs test_inputs(const Compilation&, const Executions&);

/// The three executions of one compilation, whatever its size. `detail` names the first difference.
Verification execute_and_compare(const Compilation&);

}  // namespace pom::driver
