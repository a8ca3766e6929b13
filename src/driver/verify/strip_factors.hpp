#pragma once
#include <cstdint>
#include <vector>

#include "dsl/model/function.hpp"

namespace pom::driver {

/// For each compute and each of its loops as written: the product of the factors by which the schedule splits or
/// unrolls the loop and what becomes of it. A trip count's remainder by this number decides which tiles are partial.
std::vector<std::vector<std::int64_t>> strip_factors(const dsl::Function& program);

}  // namespace pom::driver
