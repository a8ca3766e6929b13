#include "codegen/pragmas/pragmas.hpp"

namespace pom::backend {

std::string stream_pragma(const std::string& name, ir::StreamAttr attribute) {
  return "#pragma HLS stream variable=" + name + " depth=" + std::to_string(attribute.getDepth());
}

}  // namespace pom::backend
