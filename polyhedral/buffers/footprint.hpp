#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "polyhedral/ir/scop.hpp"

namespace pom::poly {

/// What one iteration of a loop uses of an array, or the whole function, which has no loops then.
struct Footprint {
  int array = -1;
  int loops = 0;           ///< that loop and those around it, of the users' nests; 0: of the function
  std::vector<int> users;  ///< the statements in the loop that access the array, in Scop::statements
  isl::map loaded;         ///< { [l0, …] -> A[…] }: its value from before the iteration may be read there
  isl::map stored;         ///< { [l0, …] -> A[…] }: written there
  std::vector<isl::multi_aff> least;  ///< by dimension of the array, { [l0, …] -> [e] }: no accessed element is below
  std::vector<std::int64_t> extents;  ///< by dimension: the elements from `least` on that contain all accessed ones
};

/// Of the array in one iteration of the loop at `level` of a statement's nest, by all statements that share the loop;
/// level -1: by all statements of the function.
/// `loaded` is what is read before it is surely written in the same iteration, and what perhaps is not written that
/// `stored` has. Nothing, and a reason in `why_not`: no statement accesses the array there, or an extent has no bound.
std::optional<Footprint> find_footprint(const Scop& scheduled, int array, const Statement& inside, int level,
                                        std::string& why_not);

/// { [l0, …] -> A[…] }: in each dimension the elements between the least and the greatest, of those the array has.
isl::map box_around(const isl::map& elements, const isl::set& array);

}  // namespace pom::poly
