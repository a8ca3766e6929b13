#pragma once
#include <string>

#include "polyhedral/ir/scop.hpp"

namespace pom::poly {

/// The function that a process of a dataflow region becomes: named by its first compute, with a name that neither the
/// program nor a directive (inline_off) has taken.
FunctionMark mark_process(const Scop&, const std::string& compute, const Location& at);

/// The process that a directive made of a nest and others; null: the nest is a process by itself. A nest is named by
/// the number in front of its statements' positions.
const ProcessMark* find_process(const Scop&, int nest);

/// The first nest of the process that the nest is part of.
int first_nest_of_process(const Scop&, int nest);

}  // namespace pom::poly
