#include "codegen/hls/parameter_text.hpp"

#include "codegen/affine/word_access.hpp"
#include "codegen/hls/stream_text.hpp"
#include "codegen/hls/word_text.hpp"
#include "dsl/model/port_words.hpp"
#include "dsl/model/ports.hpp"

namespace pom::backend {

std::string parameter_text(mlir::Value argument, const Names& names) {
  const std::string type = to_cpp(names.types.lookup(argument)), name = names.arguments.lookup(argument);
  if (const auto stream = names.streams.find(argument); stream != names.streams.end())
    return stream_parameter(type, name, stream->second);
  if (const auto port = names.ports.find(argument); port != names.ports.end())
    return stream_port_parameter(type, name, port->second);
  const auto array = llvm::dyn_cast<mlir::MemRefType>(argument.getType());
  const bool is_output = array && array.getRank() == 0;
  const std::int64_t lanes = ir::lanes_of(argument), ports = ir::ports_of(argument);
  std::string text;
  for (const std::string& port : dsl::port_names(name, ports))
    text += (text.empty() ? "" : ", ") + word_type(type, lanes / ports) + (is_output ? " *" : " ") + port +
            (array && !is_output ? word_extents(array, lanes) : "");
  return text;
}

std::vector<std::string> port_variables(mlir::Value argument, const Names& names) {
  return dsl::port_names(names.arguments.lookup(argument), ir::ports_of(argument));
}

ir::InterfaceAttr interface_of_port(ir::InterfaceAttr whole, std::size_t port, std::size_t ports) {
  if (ports == 1) return whole;
  const std::string bundle = dsl::bundle_name("m_axi", whole.getBundle() ? whole.getBundle().str() : "");
  mlir::MLIRContext* context = whole.getContext();
  const std::string own = dsl::port_names(bundle, static_cast<std::int64_t>(ports))[port];
  return ir::InterfaceAttr::get(context, whole.getMode(), mlir::StringAttr::get(context, own));
}

}  // namespace pom::backend
