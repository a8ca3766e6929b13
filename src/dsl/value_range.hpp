#pragma once
#include <vector>

#include "dsl/function.hpp"
#include "dsl/number.hpp"

namespace pom::dsl {

/// low <= value <= high.
struct ValueRange {
  Wide low, high;
};

/// Where an elaborated integer value lies at most, judged by its type, the loops' bounds, and simple arithmetic on
/// them; the bounds themselves are such values too.
ValueRange find_range(const ExprNode& value, const std::vector<Loop>& loops);

}  // namespace pom::dsl
