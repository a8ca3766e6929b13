#include "codegen/pragmas/pragmas.hpp"

namespace pom::backend {

std::string interface_pragma(const std::string& port, ir::InterfaceAttr attribute, ir::StorageAttr storage,
                             std::int64_t elements) {
  std::string text =
      "#pragma HLS interface mode=" + stringifyInterfaceMode(attribute.getMode()).str() + " port=" + port;
  if (attribute.getBundle()) text += " bundle=" + attribute.getBundle().str();
  if (attribute.getMode() == ir::InterfaceMode::m_axi) text += " depth=" + std::to_string(elements) + " offset=slave";
  if (!storage) return text;
  text += " storage_type=" + storage.getMemory().str();
  if (storage.getResource() != "auto") text += " storage_impl=" + storage.getResource().str();
  return storage.getLatency() < 0 ? text : text + " latency=" + std::to_string(storage.getLatency());
}

}  // namespace pom::backend
