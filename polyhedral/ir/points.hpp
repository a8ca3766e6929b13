#pragma once
#include <isl/cpp.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pom::poly {

/// All points, for any parameters, in lexicographic order; nothing when there are more than `limit` or the set is
/// unbounded.
std::optional<std::vector<std::vector<std::int64_t>>> all_points(const isl::set& set, std::size_t limit);

/// The number of points of a bounded set without parameters.
std::int64_t count_points(const isl::set&);

/// "S[1,2]": an instance, or an element.
std::string subscript(const std::string& name, const std::vector<std::int64_t>& at);

}  // namespace pom::poly
