#include <algorithm>

#include "dsl/model/ports.hpp"
#include "polyhedral/primitives/primitives.hpp"

namespace pom::poly {

namespace {

/// A schedule that a search found says again what it kept of the program's own.
bool is_same(const PortMark& mark, const Interface& directive) {
  return mark.mode == directive.mode && mark.bundle == directive.bundle;
}

Status check_scalar(const Scop& scop, const std::string& port, const Location& at) {
  const dsl::Function& program = *scop.program;
  const auto scalar =
      std::find_if(program.scalars.begin(), program.scalars.end(), [&](const auto& one) { return one->name == port; });
  if (scalar == program.scalars.end()) return std::nullopt;
  const std::vector<int> used = program.scalar_arguments();
  const auto number = static_cast<int>(scalar - program.scalars.begin());
  if (std::find(used.begin(), used.end(), number) != used.end()) return std::nullopt;
  return make_error("unused-scalar", "cannot give an interface to \"" + port + "\": nothing that is computed reads it",
                    at);
}

/// What was said of an array as a memory speaks of its buffer once it lies outside, and of nothing where it has none.
Status check_memory(const Interface& directive, const Scop& scop, const Location& at) {
  const int array = scop.program->find_array(directive.port);
  const bool buffered = is_buffered(scop, directive.port);
  const auto refuse = [&](const char* code, const std::string& reason, Diagnostic::Note said) {
    Diagnostic error =
        make_error(code, "\"" + directive.port + "\" cannot be an " + directive.mode + " port: " + reason, at);
    error.notes.push_back(std::move(said));
    return error;
  };
  for (const StorageMark& mark : scop.hardware.storages) {
    if (mark.array != array || (buffered && !is_rom(mark.type))) continue;
    const char* reason = buffered ? "a copy fills its buffer, but a ROM is read only"
                                  : "its storage is bound, but lies outside the design then";
    return refuse("bad-binding", reason, note_of_mark("bound to " + mark.type, mark.at));
  }
  for (const PartitionMark& mark : scop.hardware.partitions) {
    if (mark.array != array || buffered) continue;
    return refuse("bad-partition", "it is cut into banks, but lies outside the design then",
                  note_of_mark("cut", mark.at));
  }
  return std::nullopt;
}

}  // namespace

Status check(const Interface& directive, const Scop& scop, const Location& at) {
  if (scop.program->find_array(directive.port) >= 0) {
    if (Status unused = check_used(scop, directive.port, "give an interface to", at)) return unused;
  }
  if (Status unused = check_scalar(scop, directive.port, at)) return unused;
  if (const PortMark* mark = scop.hardware.find_port(directive.port)) {
    if (is_same(*mark, directive)) return std::nullopt;
    const std::string what = directive.port == "return" ? "the function" : "\"" + directive.port + "\"";
    Diagnostic error = make_error("conflicting-mark", what + " has an interface already", at);
    error.notes.push_back(note_of_mark(mark->mode + " is asked for", mark->at));
    return error;
  }
  return dsl::is_outside_mode(directive.mode) ? check_memory(directive, scop, at) : std::nullopt;
}

std::string outside_mode(const Scop& scop, const std::string& array) {
  const PortMark* mark = scop.hardware.find_port(array);
  return mark && dsl::is_outside_mode(mark->mode) ? mark->mode : "";
}

void apply(const Interface& directive, Scop& scop, const Location& at) {
  if (scop.hardware.find_port(directive.port)) return;
  scop.hardware.ports.push_back({directive.port, directive.mode, directive.bundle, at});
}

}  // namespace pom::poly
