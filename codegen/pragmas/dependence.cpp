#include "codegen/pragmas/pragmas.hpp"

namespace pom::backend {

std::string dependence_pragma(const std::string& array, ir::DependenceAttr attribute) {
  const std::string head = "#pragma HLS dependence variable=" + array + " type=inter";
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
