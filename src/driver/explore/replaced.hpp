#pragma once
#include "driver/pipeline/pipeline.hpp"
#include "dsl/model/function.hpp"
#include "support/findings.hpp"

namespace pom::driver {

/// Without what an earlier search found, which has no line: what the program asks for by itself.
Schedule asked_for(Schedule);

/// The directives of a schedule that another one does not have.
Schedule left_out(const Schedule& written, const Schedule& found);

/// Mistakes in the directives that a search puts others in the place of: a loop that is not there, a factor of 0.
std::vector<Diagnostic> check_asked(const Compilation& analyzed);

/// The schedule that a search found, with lines at those of its directives only that the user wrote.
Schedule with_lines_of(const Schedule& written, Schedule found);

/// A warning (`replaced-directive`) of directives that the user wrote and auto_DSE put others in the place of.
Status replaced_by_search(const Schedule& written, const Schedule& found);

/// The same of transform_loops.
Status replaced_by_loops(const Schedule& written, const Schedule& found);

}  // namespace pom::driver
