#pragma once
#include <vector>

#include "polyhedral/buffers/place_buffers.hpp"

namespace pom::poly {

/// The loop of the buffer is one whose loads, work and stores overlap.
bool is_in_region(const Scop&, const BufferMark&);

/// Makes regions of the loops that RegionMarks name: which buffers they declare, which copies are processes. Marks the
/// loops of all statements inside. Copies of one bundle are one process, as a bundle is read, and written, by one.
/// Errors: `bad-double-buffer`, `unknown-loop`.
Status make_regions(Scop& placed, std::vector<PlacedBuffer>&);

}  // namespace pom::poly
