#include "dsl/model/ports.hpp"

#include <variant>

namespace pom::dsl {

bool is_stream_mode(const std::string& mode) { return mode == "axis" || mode == "ap_fifo"; }

std::string port_mode(const Function& function, int array) {
  for (const Directive& directive : function.schedule) {
    const auto* interface = std::get_if<Interface>(&directive.primitive);
    if (interface && interface->port == function.arrays[array]->name) return interface->mode;
  }
  return "";
}

bool is_stream_port(const Function& function, int array) { return is_stream_mode(port_mode(function, array)); }

}  // namespace pom::dsl
