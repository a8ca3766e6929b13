#pragma once
#include <string>

#include "codegen/hls/value_printer.hpp"

namespace pom::backend {

/// "float A[4][4]", "int *sum", "hls::stream<int>& x": how a C++ function declares one of its arguments.
std::string parameter_text(mlir::Value argument, const Names&);

}  // namespace pom::backend
