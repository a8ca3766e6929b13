#include "polyhedral/primitives/primitives.hpp"

namespace pom::poly {

/// Whether the nests form a dataflow is a question to the final schedule: analysis/streams.hpp.
Status check(const Dataflow&, const Scop&, const Location&) { return std::nullopt; }

void apply(const Dataflow& directive, Scop& scop, const Location& at) {
  scop.hardware.dataflow = at;
  scop.hardware.automatic_channels = directive.channels == Channels::automatic;
}

}  // namespace pom::poly
