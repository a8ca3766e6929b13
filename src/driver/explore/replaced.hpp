#pragma once
#include "dsl/model/function.hpp"
#include "support/findings.hpp"

namespace pom::driver {

/// A warning (`replaced-directive`) of directives that the user wrote and auto_DSE put others in the place of.
Status replaced_by_search(const Schedule& written, const Schedule& found);

/// The same of transform_loops.
Status replaced_by_loops(const Schedule& written, const Schedule& found);

}  // namespace pom::driver
