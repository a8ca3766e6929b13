#include "codegen/pragmas/pragmas.hpp"

namespace pom::backend {

namespace {

std::string bank_pragma(const char* pragma, const std::string& array, ir::PartitionAttr attribute) {
  std::string text = "#pragma HLS " + std::string(pragma) + " variable=" + array +
                     " type=" + stringifyPartitionKind(attribute.getKind()).str();
  if (attribute.getKind() != ir::PartitionKind::complete) text += " factor=" + std::to_string(attribute.getFactor());
  return text + " dim=" + std::to_string(attribute.getDimension());
}

}  // namespace

std::string array_partition_pragma(const std::string& array, ir::PartitionAttr attribute) {
  return bank_pragma("array_partition", array, attribute);
}

std::string array_reshape_pragma(const std::string& array, ir::PartitionAttr attribute) {
  return bank_pragma("array_reshape", array, attribute);
}

}  // namespace pom::backend
