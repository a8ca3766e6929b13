#pragma once
#include <vector>

#include <pom/diagnostic.hpp>

#include "polyhedral/analysis/dependences.hpp"

namespace pom::poly {

/// The warnings `unused-result`: computes of which no instance's result reaches an argument or the return value, as
/// the flow of values says, or the writes that come after. What data decide, and what was too hard to analyse, counts
/// as used. None where no compute's result does: the warning `no-result` tells it of the whole function.
std::vector<Diagnostic> find_unused_results(const Scop& as_written, const Dependences&);

}  // namespace pom::poly
