#pragma once
#include <string>
#include <vector>

#include "codegen/affine/pom_dialect.hpp"
#include "codegen/hls/index_text.hpp"

namespace pom::backend {

/// Of a FIFO, or FIFOs side by side, with elements of a C++ type: "hls::stream<int, 2> x(\"x\");"; or
/// "hls::stream<int> x[8];", its pragma, and a macro that tells a host the depth and the name.
std::vector<std::string> stream_declaration(const std::string& type, const std::string& name, ir::StreamAttr, Helpers&);

/// "hls::stream<int>& x", "hls::stream<int> x[8]"
std::string stream_parameter(const std::string& type, const std::string& name, ir::StreamAttr);

}  // namespace pom::backend
