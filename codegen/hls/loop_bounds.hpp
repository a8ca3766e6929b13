#pragma once
#include <mlir/Dialect/Affine/IR/AffineOps.h>

#include <string>

#include "codegen/hls/index_text.hpp"

namespace pom::backend {

/// The values of all of a bound's results.
Interval bound_interval(mlir::AffineMap, const IndexPrinter&);

/// A parameter bounds the loop: the tool has no other way to know how often it runs.
bool asks_parameters(mlir::affine::AffineForOp);

/// The pragma that says how often, where the guards around the loop hold. `known`: the values of the variables without
/// them.
std::string trip_count_text(mlir::affine::AffineForOp, LoopVariables known);

}  // namespace pom::backend
