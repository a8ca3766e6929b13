#include "polyhedral/primitives/primitives.hpp"

namespace pom::poly {

/// Whether the nests form a dataflow is a question to the final schedule: dataflow/check_dataflow.hpp.
Status check(const Dataflow& directive, const Scop& scop, const Location& at) {
  const HardwareMarks& hardware = scop.hardware;
  if (!hardware.dataflow || hardware.automatic_channels == (directive.channels == Channels::automatic))
    return std::nullopt;
  Diagnostic error = make_error("conflicting-mark",
                                "the nests are already a dataflow whose channels are " +
                                    std::string(hardware.automatic_channels ? "found" : "declared"),
                                at);
  error.notes.push_back(note_of_mark("asked for", *hardware.dataflow));
  return error;
}

void apply(const Dataflow& directive, Scop& scop, const Location& at) {
  scop.hardware.dataflow = at;
  scop.hardware.automatic_channels = directive.channels == Channels::automatic;
}

}  // namespace pom::poly
