#pragma once
#include <cstdint>
#include <set>
#include <vector>

#include "dse/kernel/kernel.hpp"

/// Arithmetic of indices. An operation with an opaque operand has an opaque result.
namespace pom::dse {

Index constant_index(std::int64_t value);
Index loop_index(int loop);
Index operator+(Index left, const Index& right);
Index operator*(std::int64_t factor, Index index);
Index floor_division(Index, std::int64_t divisor);  ///< divisor > 0
Index modulo(Index, std::int64_t divisor);          ///< the remainder of the floor division
/// The floor division, with what the divisor divides in front of it.
Index quotient(const Index&, std::int64_t divisor);
/// The greatest common divisor of what moves in the index; 0: nothing does.
std::int64_t step_of(const Index&);

/// The value of each loop, indexed by Loop::id.
using LoopValues = std::vector<std::int64_t>;
/// Computes the index for the given loop values; the index must not be opaque.
std::int64_t evaluate(const Index&, const LoopValues&);

/// Adds the ids of the loops that the index depends on to `loops`.
void collect_loops(const Index&, std::set<int>& loops);

}  // namespace pom::dse
