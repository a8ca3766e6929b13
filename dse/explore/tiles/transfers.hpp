#pragma once
#include "dse/explore/tiles/widths.hpp"
#include "polyhedral/ir/scop.hpp"

namespace pom::dse::explore {

/// Cycles that the arguments behind m_axi take at least, whatever is kept on the chip: of each bundle the elements that
/// are read before they are written, or those that are written, a word a cycle. Of arrays for which that is no
/// rectangle, nothing counts.
double least_transfers(const poly::Scop& as_written, const PortWidths&);

/// Cycles of the port that hands on most, whatever is kept on the chip: a word of a bus, or an element of a stream, of
/// which all come, in each of them.
double least_port_cycles(const poly::Scop& as_written, const PortWidths&);

}  // namespace pom::dse::explore
