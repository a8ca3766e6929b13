#include "codegen/pragmas/pragmas.hpp"

namespace pom::backend {

std::string array_partition_pragma(const std::string& array, ir::PartitionAttr attribute) {
  std::string text =
      "#pragma HLS array_partition variable=" + array + " type=" + stringifyPartitionKind(attribute.getKind()).str();
  if (attribute.getKind() != ir::PartitionKind::complete) text += " factor=" + std::to_string(attribute.getFactor());
  return text + " dim=" + std::to_string(attribute.getDimension());
}

}  // namespace pom::backend
