#include "codegen/pragmas/pragmas.hpp"

namespace pom::backend {

std::string unroll_pragma(ir::UnrollAttr attribute) {
  const std::int64_t factor = attribute.getFactor();
  return factor == 0 ? "#pragma HLS unroll" : "#pragma HLS unroll factor=" + std::to_string(factor);
}

}  // namespace pom::backend
