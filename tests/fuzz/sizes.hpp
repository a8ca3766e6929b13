#pragma once
#include <cstdint>
#include <memory>

#include "dsl/model/function.hpp"
#include "random.hpp"
#include "run.hpp"

/// Programs with run-time sizes: what is said of all sizes at once against what is said of each.
namespace pom::fuzz {

/// The program with a parameter in place of one constant that ends loops: at its largest it is the same program, at
/// smaller sizes those loops end earlier. Null: no loop ends at a constant.
std::shared_ptr<const dsl::Function> with_parameter(const dsl::Function&, Random&);

/// A random program under a random schedule, with a parameter. Findings: "legal-for-all", some size violates a
/// dependence that the parametric analysis did not see; "illegal-for-none", the other way round; "affine-differs",
/// the kernel computes something else at a size; "hls-differs", compiled by the host (one case in 25).
CaseResult judge_sizes(std::uint64_t seed);

}  // namespace pom::fuzz
