#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "dsl/function.hpp"

namespace pom::dsl {

/// The contents of all arguments.
struct Memory {
  std::vector<std::vector<std::byte>>
      arrays;  ///< one per Function::arrays, row-major, native elements; empty: not used
  std::vector<std::vector<std::byte>>
      scalars;  ///< one per Function::scalars, one element; empty: has a value, or not used

  bool operator==(const Memory&) const = default;
};

/// Pseudo-random contents, the same for the same program and seed: floats in [0.5, 1.5) with all mantissa bits in use,
/// so that rounding differs with the order of operations and long reductions stay finite; integers of small size and
/// both signs, never 0.
Memory make_memory(const Function&, std::uint64_t seed);

/// Executes the program as written, without its schedule, straight from the record. At each level the union of the
/// ranges of the computes that share the loop is walked in order; a compute runs only inside its own bounds. An element
/// outside its array's memory reads as 0 and is not written.
void interpret(const Function&, Memory&);

/// How many statement instances the program has, guards not considered; above `limit`: limit + 1.
std::int64_t count_instances(const Function&, std::int64_t limit);

}  // namespace pom::dsl
