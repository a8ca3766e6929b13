#pragma once
#include <vector>

#include <pom/diagnostic.hpp>

#include "polyhedral/ir/scop.hpp"

namespace pom::poly {

/// Proves that a bundle of the dataflow function is read by one process at most, and written by one: the tool refuses
/// what two of them share, and no number of the estimate would be true of it. Error: `not-a-dataflow`.
std::vector<Diagnostic> check_bundles(const Scop& scheduled);

}  // namespace pom::poly
