#pragma once
#include <string>

#include "codegen/hls/value_printer.hpp"

namespace pom::backend {

/// The C++ expression that a store assigns to an element of the array. An assignment converts by itself: a last
/// conversion to the array's own type needs no cast.
std::string stored_text(mlir::Value stored, mlir::Value array, const Names&, ValuePrinter&);

}  // namespace pom::backend
