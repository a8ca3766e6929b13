#pragma once
#include <vector>

#include "polyhedral/dataflow/storage.hpp"
#include "polyhedral/ir/scop.hpp"

namespace pom::poly {

/// The banks of an array of one process, by rows of its cells, so that all that one iteration of a pipelined loop reads
/// or writes lies in different ones. Rows become whole numbers of banks. None where one memory will do, or where they
/// are not known.
std::vector<PartitionMark> cut_into_banks(const Scop&, int array, Storage&, const Location& at);

}  // namespace pom::poly
