#include "codegen/pragmas/pragmas.hpp"

namespace pom::backend {

std::string dependence_pragma(ir::DependenceAttr attribute) {
  const std::string head = "#pragma HLS dependence variable=" + attribute.getArray().str() + " type=inter";
  switch (attribute.getKind()) {
    case ir::CarriedKind::none:
      return head + " dependent=false";
    case ir::CarriedKind::no_flow:
      return head + " direction=RAW dependent=false";
    case ir::CarriedKind::distance:
      return head + " direction=RAW distance=" + std::to_string(attribute.getDistance()) + " dependent=true";
  }
  return head;
}

}  // namespace pom::backend
