#pragma once
#include <optional>

#include "polyhedral/dataflow/live_range.hpp"
#include "polyhedral/streaming/reuse.hpp"
#include "polyhedral/streaming/take_time.hpp"

namespace pom::poly {

/// A row that the iterations of a pipelined loop need as a whole, and of which the next one comes meanwhile, a part in
/// each iteration. What comes moves through registers, one part after the other, so that each element is where it
/// belongs when the row is complete: no index chooses a register, which would take LUTs for each of them.
///
///     for i: for j: … Σ x[i][k] · w[j][k] …, 0 <= k < 256, where j runs 64 times: four of row i + 1 come in each
///     registers: the last 256 elements that came, moved by four in each iteration
///     begins:    at (i, 0), where all of them go to the row that the statements read
struct ComingRow {
  Reuse registers;
  TakeTime begins;
  LiveRange kept;     ///< from when an element comes until it is read for the last time
  isl::map complete;  ///< { A[…] -> [l0, …] }: the last iteration in which the registers move before the row begins
};

/// Of what comes as `take` says. Nothing where the row is no box, its parts do not move by a constant step, or not all
/// of it is needed from the loop's first iteration on. `reads`: { A[…] -> [l0, …] }, the shared loops of all reads.
std::optional<ComingRow> find_coming_row(const Consumer&, const TakeTime& take, const isl::map& reads);

}  // namespace pom::poly
