#include "dsl/model/ports.hpp"

#include <variant>

namespace pom::dsl {

bool is_stream_mode(const std::string& mode) { return mode == "axis" || mode == "ap_fifo"; }

bool is_outside_mode(const std::string& mode) { return mode == "m_axi" || is_stream_mode(mode); }

std::string bundle_name(const std::string& mode, const std::string& said) {
  return mode == "m_axi" && said.empty() ? "gmem" : said;
}

const Interface* find_interface(const Function& function, const std::string& port) {
  for (const Directive& directive : function.schedule) {
    const auto* interface = std::get_if<Interface>(&directive.primitive);
    if (interface && interface->port == port) return interface;
  }
  return nullptr;
}

std::string port_mode(const Function& function, int array) {
  const Interface* interface = find_interface(function, function.arrays[array]->name);
  return interface ? interface->mode : "";
}

bool is_stream_port(const Function& function, int array) { return is_stream_mode(port_mode(function, array)); }

}  // namespace pom::dsl
