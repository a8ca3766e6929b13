#pragma once
#include <string>

#include "dsl/model/function.hpp"

namespace pom::dsl {

/// The program as written (arrays, arguments, fused loop nests) and its schedule, for dumps.
std::string to_string(const Function&);

/// "if (i < 4) C[i][j] = C[i][j] + A[i][k] * B[k][j]": the statement of one compute, without its loops.
std::string statement_text(const Function&, const Compute&);

/// The schedule as DSL source that compiles behind the program's declarations: the names of the loops that it makes,
/// then one line per directive. Empty for an empty schedule.
std::string schedule_source(const Function&);

}  // namespace pom::dsl
