#include "codegen/pragmas/pragmas.hpp"

namespace pom::backend {

std::string interface_pragma(const std::string& port, ir::InterfaceAttr attribute) {
  return "#pragma HLS interface mode=" + stringifyInterfaceMode(attribute.getMode()).str() + " port=" + port;
}

}  // namespace pom::backend
