#pragma once
#include <string>
#include <vector>

#include "codegen/hls/names.hpp"

namespace pom::backend {

/// "float A[4][4]", "int *sum", "hls::stream<int>& x": how a C++ function declares one of its arguments.
std::string parameter_text(mlir::Value argument, const Names&);

/// The parameters that an argument is: one for each of its ports.
std::vector<std::string> port_variables(mlir::Value argument, const Names&);

/// The interface of one of them: each of several has a bundle of its own.
ir::InterfaceAttr interface_of_port(ir::InterfaceAttr whole, std::size_t port, std::size_t ports);

}  // namespace pom::backend
