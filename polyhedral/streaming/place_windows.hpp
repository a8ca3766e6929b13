#pragma once
#include "polyhedral/ir/isl_context.hpp"
#include "polyhedral/ir/scop.hpp"
#include "support/result.hpp"

namespace pom::poly {

/// Places a window for each ReuseMark of a scheduled program: registers and lines that the loop's iterations hand on to
/// each other, statements that move them and load what none has had, and reads of the window where the array was read.
/// The program's own statements come first in the result. Errors: `bad-reuse`, `unknown-loop`.
Result<Scop> place_windows(const Scop& scheduled, const IslContext&);

}  // namespace pom::poly
