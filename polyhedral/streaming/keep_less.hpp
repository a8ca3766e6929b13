#pragma once
#include <map>

#include "polyhedral/dataflow/storage.hpp"
#include "polyhedral/ir/scop.hpp"

namespace pom::poly {

/// Where the elements of an array of one process are kept, so that no two share a cell that are alive at once: from the
/// first write of an element to its last use, statement by statement. Nothing where that takes as many cells as the
/// array has elements, or is not known.
std::optional<Storage> find_cells(const Scop&, int array, CountAlive);

/// Each element in a cell of its own.
Storage all_cells(const Scop&, int array);

/// The program with all uses of the array replaced by its cells.
void keep_in_cells(dsl::Function&, int array, const Storage&);

}  // namespace pom::poly
