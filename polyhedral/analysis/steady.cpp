#include "polyhedral/analysis/steady.hpp"

#include <algorithm>

#include "dsl/model/ports.hpp"

namespace pom::poly {

bool is_plain_memory(const Scop& scop, int array) {
  const dsl::Array& declared = *scop.program->arrays[array];
  if (declared.lanes > 1 || declared.shape.empty() || scop.hardware.find_stream(array)) return false;
  const PortMark* port = scop.hardware.find_port(declared.name);
  return !port || (!dsl::is_stream_mode(port->mode) && port->mode != "m_axi");
}

bool are_steady(const std::vector<isl::map>& loads, const std::vector<isl::map>& stores) {
  bool any = false;
  for (const isl::map& load : loads) {
    if (!load.is_single_valued()) continue;
    const auto meets = [&](const isl::map& store) { return !load.intersect(store).is_empty(); };
    if (std::any_of(stores.begin(), stores.end(), meets)) return false;
    any = true;
  }
  return any;
}

}  // namespace pom::poly
