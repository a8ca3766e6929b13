#include <algorithm>

#include "dsl/model/ports.hpp"
#include "polyhedral/primitives/primitives.hpp"

namespace pom::poly {

namespace {

bool is_outside(const std::string& mode) { return mode == "m_axi" || dsl::is_stream_mode(mode); }

}  // namespace

Status check(const Interface& directive, const Scop& scop, const Location& at) {
  if (scop.program->find_array(directive.port) >= 0) {
    if (Status unused = check_used(scop, directive.port, "give an interface to", at)) return unused;
  }
  if (const PortMark* mark = scop.hardware.find_port(directive.port)) {
    const std::string what = directive.port == "return" ? "the function" : "\"" + directive.port + "\"";
    Diagnostic error = make_error("conflicting-mark", what + " has an interface already", at);
    error.notes.push_back({mark->mode + " is asked for here", mark->at});
    return error;
  }
  const int array = scop.program->find_array(directive.port);
  const bool buffered = is_buffered(scop, directive.port);
  for (const StorageMark& mark : scop.hardware.storages) {
    if (mark.array != array || !is_outside(directive.mode) || buffered) continue;
    Diagnostic error = make_error("bad-binding",
                                  "\"" + directive.port + "\" cannot be an " + directive.mode +
                                      " port: its storage is bound, but lies outside the design then",
                                  at);
    error.notes.push_back({"bound to " + mark.type + " here", mark.at});
    return error;
  }
  for (const PartitionMark& mark : scop.hardware.partitions) {
    if (mark.array != array || !is_outside(directive.mode) || buffered) continue;
    Diagnostic error = make_error("bad-partition",
                                  "\"" + directive.port + "\" cannot be an " + directive.mode +
                                      " port: it is cut into banks, but lies outside the design then",
                                  at);
    error.notes.push_back({"cut here", mark.at});
    return error;
  }
  return std::nullopt;
}

std::string outside_mode(const Scop& scop, const std::string& array) {
  const PortMark* mark = scop.hardware.find_port(array);
  return mark && is_outside(mark->mode) ? mark->mode : "";
}

void apply(const Interface& directive, Scop& scop, const Location& at) {
  scop.hardware.ports.push_back({directive.port, directive.mode, directive.bundle, at});
}

}  // namespace pom::poly
