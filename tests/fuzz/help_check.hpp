#pragma once
#include <optional>
#include <string>

#include "brute_force.hpp"

namespace pom::fuzz {

/// What is wrong with a refusal's help: the directives that it names are tried in front of, or instead of, the refused
/// one, and every pair of conflicting accesses is looked at. Nothing: it works, there is none, or it is of another
/// form.
std::optional<std::string> disprove_help(const Diagnostic&, const Directive& refused, const Instances&,
                                         const poly::Scop& before);

}  // namespace pom::fuzz
