#include "codegen/pragmas/pragmas.hpp"

namespace pom::backend {

std::string dataflow_pragma() { return "#pragma HLS dataflow"; }

std::string inline_off_pragma() { return "#pragma HLS inline off"; }

std::string stream_pragma(const std::string& array, ir::StreamAttr attribute) {
  return "#pragma HLS stream variable=" + array + " type=fifo depth=" + std::to_string(attribute.getDepth());
}

}  // namespace pom::backend
