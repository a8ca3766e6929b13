#pragma once
#include "polyhedral/ir/scop.hpp"

namespace pom::poly {

/// Replaces each load of a local array that reads in no instance of its statement by 0, as one under a condition that
/// never holds does: no channel brings its array to the process, and a FIFO has no element that an index could choose.
/// An argument stays one, whoever reads it.
Scop drop_idle_reads(const Scop& scheduled, const IslContext&);

}  // namespace pom::poly
