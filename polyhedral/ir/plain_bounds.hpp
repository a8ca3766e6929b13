#pragma once
#include <isl/cpp.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace pom::poly {

/// Of a point within it: the sum of its coordinates times `factors`, and `constant`, is at least 0.
struct Bound {
  std::vector<std::int64_t> factors;
  std::int64_t constant = 0;
};

/// The bounds that hold of exactly the set's points; nothing where it has parameters, is a union, or divides.
std::optional<std::vector<Bound>> plain_bounds(const isl::set& set);

/// Whether a parameter stands in the set's bounds.
bool involves_parameters(const isl::set& set);

}  // namespace pom::poly
