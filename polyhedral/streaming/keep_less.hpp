#pragma once
#include <map>

#include "polyhedral/dataflow/storage.hpp"
#include "polyhedral/ir/scop.hpp"

namespace pom::poly {

/// Where the elements of an array of one process are kept, and from when until when.
struct Cells {
  Storage storage;
  LiveRange range;
};

/// Cells of which no two elements that are alive at once share one: from the first write of an element to its last use,
/// statement by statement. Nothing where that takes as many as the array has elements, or is not known.
std::optional<Cells> find_cells(const Scop&, int array, Coordinates = Coordinates::of_elements);

/// Some index of the array is no affine expression of the loops.
bool has_computed_index(const Scop&, int array);

/// Arithmetic around the indices can tell the cells: what is no affine expression is one wherever it is used.
bool has_cells(const Scop&, int array);

/// The least number of cells that any mapping needs, as far as that is known.
Alive count_alive(const Cells&);

/// Each element in a cell of its own.
Storage all_cells(const Scop&, int array);

/// The program with all uses of the array replaced by its cells.
void keep_in_cells(dsl::Function&, int array, const Storage&);

}  // namespace pom::poly
