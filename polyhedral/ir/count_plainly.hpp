#pragma once
#include <isl/cpp.h>

#include <cstdint>
#include <optional>

namespace pom::poly {

/// How many points a bounded set has whose parts are triangles and the like: bounds of each coordinate by those before
/// it, without divisions. Isl is asked for these bounds once; points are counted by rows of two coordinates. Nothing
/// where the set is none of these, or has too many such rows.
std::optional<std::int64_t> count_plainly(const isl::set& set);

}  // namespace pom::poly
