#include "codegen/pragmas/pragmas.hpp"

namespace pom::backend {

namespace {

std::string latency_text(std::int64_t latency) { return latency < 0 ? "" : " latency=" + std::to_string(latency); }

}  // namespace

std::string bind_op_pragma(const std::string& variable, ir::BindOpAttr attribute) {
  return "#pragma HLS bind_op variable=" + variable + " op=" + attribute.getOperation().str() +
         " impl=" + attribute.getResource().str() + latency_text(attribute.getLatency());
}

std::string bind_storage_pragma(const std::string& array, ir::StorageAttr attribute) {
  return "#pragma HLS bind_storage variable=" + array + " type=" + attribute.getMemory().str() +
         " impl=" + attribute.getResource().str() + latency_text(attribute.getLatency());
}

}  // namespace pom::backend
