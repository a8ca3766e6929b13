#pragma once
#include <pom/primitives.hpp>

#include "polyhedral/analysis/dependences.hpp"
#include "polyhedral/ir/scop.hpp"
#include "support/result.hpp"

namespace pom::poly {

/// Applies the directives in order, each after its local preconditions were checked, and tests the result against the
/// dependences. Directives that belong together (both statements of a shared nest) may pass through an order that is
/// not legal; a refusal names the directive after which the order never was legal again. Errors: one per statement at
/// most (the first failing directive of each), independent ones together.
Result<Scop> apply_schedule(Scop as_written, const Dependences&, const Schedule&);

/// Tests a schedule that a search made: as apply_schedule, but the first error ends it, and nobody looks for the
/// directive to blame or for help. Errors of an order: `analysis-too-hard` or `illegal-…`, at the program's line.
Result<Scop> try_schedule(Scop as_written, const Dependences&, const Schedule&);

/// What the directives' local preconditions refuse, by themselves: mistakes also where a search finds the schedule.
std::vector<Diagnostic> check_directives(const Scop& as_written, const Schedule&);

/// One directive: local preconditions, then the change. Its legality is not tested: for trials and step-by-step dumps.
Status apply_directive(Scop&, const Directive&);

}  // namespace pom::poly
