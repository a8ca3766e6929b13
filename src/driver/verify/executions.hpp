#pragma once
#include <cstdint>
#include <vector>

#include <pom/report.hpp>

#include "driver/pipeline/pipeline.hpp"
#include "dsl/execute/interpret.hpp"

namespace pom::driver {

/// The program as written, the affine module and the HLS C++ on equal inputs, run after run.
///
/// Inputs: first ordinary ones, then those of the full range, then, where there are floats, special ones (both zeros,
/// subnormal, infinite, NaN). While some arm of a decision was not taken, further sets of the other strategies are
/// tried in the interpreter, and those that take a new arm are run everywhere. A program with parameters is run on the
/// first set at several sizes, on the others at the largest.
struct Executions {
  Verification verification;
  std::vector<dsl::Run> runs;     ///< the inputs that were used
  double largest_difference = 0;  ///< of floats that rounding explains, relative
};

/// The runs that every program is put through.
std::vector<dsl::Run> first_runs(const dsl::Function&, double tolerance);
/// Reassociated sums have a bound for numbers of one sign only.
dsl::FloatInputs float_inputs(double tolerance);

/// `tolerance`: the relative error allowed in floating-point results; above 0 all floats are ordinary ones.
/// `detail` of the verification names the first difference.
Executions execute(const Compilation&, double tolerance);

}  // namespace pom::driver
