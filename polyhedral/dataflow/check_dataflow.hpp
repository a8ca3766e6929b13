#pragma once
#include <vector>

#include <pom/diagnostic.hpp>

#include "polyhedral/ir/scop.hpp"

namespace pom::poly {

/// Proves that the scheduled function is what `dataflow`, `stream` and ports with a protocol of streams say; of the
/// ports, `place_buffers` does where there are buffers. Errors: `not-a-dataflow`, `not-a-stream`.
std::vector<Diagnostic> check_dataflow(const Scop& scheduled);

}  // namespace pom::poly
