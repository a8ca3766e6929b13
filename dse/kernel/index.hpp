#pragma once
#include <cstdint>
#include <set>
#include <vector>

#include "dse/kernel/kernel.hpp"

/// Arithmetic of indices. Opaque operands make opaque results.
namespace pom::dse {

Index constant_index(std::int64_t value);
Index loop_index(int loop);
Index operator+(Index left, const Index& right);
Index operator*(std::int64_t factor, Index index);
Index floor_division(Index, std::int64_t divisor);  ///< divisor > 0
Index modulo(Index, std::int64_t divisor);          ///< the remainder of the floor division

/// The values of loops, by Loop::id.
using LoopValues = std::vector<std::int64_t>;
/// Not of opaque indices.
std::int64_t evaluate(const Index&, const LoopValues&);

/// The loops that the index depends on.
void collect_loops(const Index&, std::set<int>& loops);

}  // namespace pom::dse
