#pragma once
#include <string>

#include "polyhedral/ir/scop.hpp"

namespace pom::poly {

/// The function that a process of a dataflow region becomes: named by its first compute, with a name that neither the
/// program nor a directive (inline_off) has taken.
FunctionMark mark_process(const Scop&, const std::string& compute, const Location& at);

}  // namespace pom::poly
