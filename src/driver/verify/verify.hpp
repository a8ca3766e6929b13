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

/// The relative error allowed in floating-point results: 0, or, where reductions were reassociated, twice the number of
/// operands of the longest one times the unit roundoff of the narrowest type (the classical bound for sums of one sign,
/// Higham, Accuracy and Stability of Numerical Algorithms, section 4.2).
double tolerance_of(const Compilation&);

/// The same for hardware, whose tool may take sums in another order than the C++ that it is given.
double tolerance_in_hardware(const Compilation&);

/// Those of the test bench and the host program. `runs`: of the verification; where the tool may take sums in another
/// order than it, floats are ordinary ones instead.
backend::TestInputs test_inputs(const Compilation&, const std::vector<dsl::Run>& runs);

/// The three executions of one compilation, whatever its size. `detail` names the first difference.
Verification execute_and_compare(const Compilation&);

}  // namespace pom::driver
