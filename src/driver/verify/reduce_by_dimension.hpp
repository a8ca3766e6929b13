#pragma once
#include "driver/verify/reduce.hpp"

namespace pom::driver {

/// Clips loops by the dimensions of arrays that they run along, those of one dimension and one end alike, so that at
/// most about `budget` instances remain. Of an array that the program writes, everything is left that the rest still
/// reads: what makes a layer's image stays whole where the last pixel needs all of it, while its channels are clipped.
/// Constants stay what they are, so that this is a part of the iterations, of any program.
Reduction reduce_by_dimension(const dsl::Function& program, std::int64_t budget);

}  // namespace pom::driver
