#pragma once
#include <string>
#include <vector>

#include "codegen/affine/pom_dialect.hpp"
#include "codegen/hls/index_text.hpp"

namespace pom::backend {

/// Of a FIFO, or FIFOs side by side, with elements of a C++ type: "hls::stream<int, 2> x(\"x\");"; or
/// "hls::stream<int> x[8];", its pragma, and a macro that tells a host the depth and the name.
std::vector<std::string> stream_declaration(const std::string& type, const std::string& name, ir::StreamAttr, Helpers&);

/// Of a port: "hls::stream<int>& x", "hls::stream<hls::axis<int, 0, 0, 0>>& x"
std::string stream_port_parameter(const std::string& type, const std::string& name, ir::StreamPort);
/// "pom_beat<int>(x, i == 7)", and the helper for it
std::string beat(const std::string& type, const std::string& value, const std::string& is_last, Helpers&);
/// The vendor's headers that code with streams or words needs, as include lines.
std::string vendor_includes(const std::string& code);
/// "hls::stream<int>& x", "hls::stream<int> x[8]"
std::string stream_parameter(const std::string& type, const std::string& name, ir::StreamAttr);

}  // namespace pom::backend
