#pragma once
#include <optional>

#include "polyhedral/dataflow/live_range.hpp"

namespace pom::poly {

/// One coordinate of a cell: the weighted sum of an element's coordinates, modulo a number.
struct CellRow {
  std::vector<std::int64_t> weights;
  std::int64_t modulus = 1;
};

/// Where a coordinate comes from: (value of the element's dimension - least) / step.
struct Origin {
  unsigned dimension = 0;
  std::int64_t least = 0, step = 1, extent = 1;
};

/// Where each element of a live range is kept, so that no two that are alive at once share a cell.
struct Storage {
  enum class Form {
    modulo,  ///< each coordinate modulo a number of its own: a few rows, columns or planes of the array
    window,  ///< a circular buffer of the linearised elements: a line buffer
  };
  Form form = Form::modulo;
  bool by_time = false;         ///< the coordinates are those of the time at which the element begins, not the array's
  isl::map coordinates;         ///< { A[…] -> [c0, …] }, none negative
  std::vector<Origin> origins;  ///< by coordinate; of the element's dimensions, or of its time's
  std::vector<CellRow> rows;
  std::int64_t size = 0;     ///< cells
  Alive bound = {1, false};  ///< no mapping needs fewer cells than this

  /// { A[…] -> [cell coordinates] }
  isl::map cells() const;
};

enum class Coordinates {
  of_elements,  ///< the array's only, so that a cell is an expression of the element's indices
  apart,        ///< the same, each with a modulus of its own: no circular buffer
  any,          ///< where the elements begin one at a time, the time's too
};

/// Whether Storage::bound is looked for, which takes longer than the storage itself.
enum class CountAlive { yes, no };

/// The smaller of the two forms, over all orders of the coordinates. Nothing where the sizes are not known.
std::optional<Storage> storage_of(const LiveRange&, Coordinates = Coordinates::any, CountAlive = CountAlive::yes);

/// `count_most_alive` as far as about a second of isl's work goes.
void count_within_steps(const LiveRange&, std::int64_t enough, Alive& most);

/// Memories that a buffer is cut into, so that all that one iteration reads lies in different ones. The bank of an
/// element is, for each row of its cell, that coordinate before the row's own modulo, modulo the bank's.
struct Banks {
  std::vector<std::int64_t> moduli;  ///< by Storage::rows
  std::int64_t count = 1;            ///< the product
  std::int64_t cells = 0;            ///< of the buffer when every row is a whole number of banks
};

/// The least number of banks that tells all pairs with these differences, [x], apart; nothing where it exceeds `most`.
std::optional<std::int64_t> least_modulus(const isl::set& differences, std::int64_t most);

/// `uses`: { A[…] -> [time] }, what is read from the buffer; what comes in that time does not come from it. Nothing
/// where it takes too much work, or more banks than cells.
std::optional<Banks> banks_of(const Storage&, const isl::map& uses);

/// The same; where such numbers are no powers of two, which take a remainder by them at each access, of memories that
/// serve two accesses at a time: which bank holds an element is some of its index's bits then.
std::optional<Banks> banks_of_two_ports(const Storage&, const isl::map& uses);

}  // namespace pom::poly
