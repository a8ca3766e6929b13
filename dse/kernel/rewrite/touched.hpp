#pragma once
#include <functional>
#include <set>
#include <span>
#include <vector>

#include "dse/kernel/kernel.hpp"

namespace pom::dse {

/// Arrays of a function that a body reads and writes, by their place in Function::arrays.
struct Touched {
  std::set<int> reads, writes;
  bool has(int array) const { return reads.contains(array) || writes.contains(array); }
};

Touched find_touched(const Function&, std::span<const Node> body);

/// Calls `visit` with array and indices of every load and store of a body.
void visit_accesses(const Function&, std::span<const Node> body,
                    const std::function<void(int, const std::vector<Index>&)>& visit);

}  // namespace pom::dse
