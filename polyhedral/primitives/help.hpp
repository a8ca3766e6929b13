#pragma once
#include <string>

#include "polyhedral/primitives/refusal.hpp"

namespace pom::poly {

/// An alternative that was applied and found legal: a skew before the directive, fewer shared loops, the same split of
/// the other statements. Empty: none of the candidates works.
std::string find_help(const Refusal&, const Directive&, const Dependences&);

}  // namespace pom::poly
