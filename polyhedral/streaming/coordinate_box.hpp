#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include <isl/cpp.h>

namespace pom::poly {

/// Whole numbers from one to another, both of them too.
struct Span {
  std::int64_t low = 0, high = 0;
  std::int64_t size() const { return high - low + 1; }
};

/// By dimension.
using Box = std::vector<Span>;

/// Nothing where the set is empty or a coordinate has no bound.
std::optional<Box> box_around(const isl::set&);

std::int64_t count_points(const Box&);

/// { [x0, …] }. `strides`: by dimension, between two values, from the first on; none: 1.
isl::set set_of(const isl::ctx&, const Box&, const std::vector<std::int64_t>& strides = {});

}  // namespace pom::poly
