#pragma once
#include <cstdint>
#include <vector>

#include "dsl/model/expr_node.hpp"

namespace pom::driver {

/// The least and greatest value that an elaborated index or bound can take.
struct Interval {
  std::int64_t low = 0, high = 0;
  bool is_constant() const { return low == high; }
};

/// `loops[n]`: the values of loop n of the compute.
Interval index_interval(const dsl::ExprNode&, const std::vector<Interval>& loops);

}  // namespace pom::driver
