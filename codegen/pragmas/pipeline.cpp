#include "codegen/pragmas/pragmas.hpp"

namespace pom::backend {

std::string pipeline_pragma(ir::PipelineAttr attribute) {
  return "#pragma HLS pipeline II=" + std::to_string(attribute.getInterval());
}

}  // namespace pom::backend
