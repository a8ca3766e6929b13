#include <algorithm>

#include "polyhedral/primitives/primitives.hpp"

namespace pom::poly {

/// Whether all accesses are whole words, and the port leads to a bus, is a question to the final schedule:
/// buffers/place_buffers.hpp.
Status check(const Pack& directive, const Scop& scop, const Location& at) {
  if (Status unused = check_used(scop, directive.array, "pack", at)) return unused;
  for (const PackMark& mark : scop.hardware.packs) {
    if (mark.array != scop.program->find_array(directive.array)) continue;
    Diagnostic error = make_error(
        "bad-pack", "\"" + directive.array + "\" has words of " + std::to_string(mark.lanes) + " already", at);
    error.notes.push_back(note_of_mark("asked for", mark.at));
    return error;
  }
  return std::nullopt;
}

void apply(const Pack& directive, Scop& scop, const Location& at) {
  scop.hardware.packs.push_back({scop.program->find_array(directive.array), directive.lanes, at, directive.ports});
}

}  // namespace pom::poly
